import { useState, type ReactNode } from "react";
import { IconButton } from "../action/button.tsx";
import { useText } from "../text.ts";
import { fieldText, useCreateNew, type Suggestion, type WidgetProps } from "./field-component.ts";
import { TypeaheadInput } from "./typeahead-input.tsx";

/** The key of another object; where the portal can make one, from here. */
export function ReferenceField(props: WidgetProps): ReactNode {
  // What was chosen is shown by its name, also where another attribute of it is taken.
  const [chosen, setChosen] = useState<Suggestion | null>(null);
  const text = chosen !== null && chosen.value === props.value ? chosen.label : fieldText(props.value);
  return (
    <div className="with-button">
      <TypeaheadInput
        {...props}
        text={text}
        onText={(typed) => props.onChange(typed === "" ? undefined : typed)}
        onChoose={(one) => {
          setChosen(one);
          props.onChange(one.value);
        }}
      />
      <CreateNewButton {...props} text={text} />
    </div>
  );
}

/** Plans a new object first, whose key this field then holds. */
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
