import { useEffect, useState, type Dispatch, type ReactNode, type SetStateAction } from "react";
import { IconButton } from "../action/button.tsx";
import { useText } from "../text.ts";
import {
  fieldText,
  useCreateNew,
  useReferencePort,
  type Suggestion,
  type WidgetProps,
} from "./field-component.ts";
import { AFTER_OPENING } from "./use-choices.ts";
import { TypeaheadInput } from "./typeahead-input.tsx";

/** The key of another object, which can also be created from here. */
export function ReferenceField(props: WidgetProps): ReactNode {
  // A chosen object keeps its name, even if the field takes another attribute.
  const [chosen, setChosen] = useState<Suggestion | null>(null);
  useNamed(props, setChosen);
  const { known } = useReferencePort();
  const typed = fieldText(props.value);
  const text = chosen !== null && chosen.value === props.value ? chosen.label : (known?.(typed) ?? typed);
  return (
    <div className="with-button">
      <TypeaheadInput
        {...props}
        text={text}
        onText={(next) => props.onChange(next === "" ? undefined : next)}
        onChoose={(one) => {
          setChosen(one);
          props.onChange(one.value);
        }}
      />
      <CreateNewButton {...props} text={text} />
    </div>
  );
}

/** Shows the name for a key that means nothing to people, requested soon after the form has opened. */
function useNamed(
  { options: { reference }, value }: WidgetProps,
  show: Dispatch<SetStateAction<Suggestion | null>>,
): void {
  const port = useReferencePort();
  const [start] = useState(value);
  useEffect(() => {
    if (reference?.attribute !== "gpk" || typeof start !== "string") return undefined;
    let isOver = false;
    const timer = setTimeout(() => {
      void port.named?.(reference, start).then((found) => {
        if (!isOver) show((now) => now ?? found);
      });
    }, AFTER_OPENING);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [port, reference, start, show]);
}

/** Plans a new object, whose key the field then takes. */
function CreateNewButton({
  options: { reference },
  isDisabled,
  text,
  ...props
}: WidgetProps & { readonly text: string }): ReactNode {
  const say = useText();
  const createNew = useCreateNew();
  const type = reference === undefined ? null : (createNew?.offer(reference) ?? null);
  if (createNew === null || reference === undefined || type === null) return null;
  return (
    <IconButton
      icon="add"
      label={say("ui.field.createNew", { type })}
      disabled={isDisabled}
      onClick={() => createNew.open(reference, text, (value) => props.onChange(value))}
    />
  );
}
