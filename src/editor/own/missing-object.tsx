import { useMemo, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { readsAll } from "#core/catalogue/reads-all";
import type { Screen } from "#core/screen/screen";
import { nameInside, type TextKey } from "#core/text";
import { readerSteps, rolesIn } from "../../screens/heads/administrators.ts";
import { Empty } from "../../ui/feedback/empty.tsx";
import { Link } from "../../ui/layout/link.tsx";
import { useAccount } from "../portal/account.ts";
import { useLists } from "../portal/calls.ts";
import { useCatalogue } from "../portal/metadata.ts";
import { useFrame } from "../portal/frame.ts";
import { useWords } from "../portal/words.ts";
import { pathCanExist } from "../screen/path-values.ts";
import { toAscii } from "../screen/to-ascii.ts";
import { objectOf, useSectionScreen } from "../section/section-context.ts";
import "./own.css";

export interface MissingObjectProps {
  readonly screen: Screen;
  readonly name: string;
}

/** The object of the path does not exist, or the account may not read it. An account that reads all objects of its type is told that it does not exist. */
export function MissingObject({ screen, name }: MissingObjectProps): ReactNode {
  const { steps, params } = useSectionScreen();
  const catalogue = useCatalogue();
  const { visitor } = useAccount();
  const step = steps.find(({ idx }) => idx === screen.current?.of);
  const type = step === undefined ? null : objectOf(step);
  const isHidden = type !== null && !readsAll(catalogue, type, visitor.permissions);
  if (isHidden && pathCanExist(catalogue, screen, steps, params, toAscii))
    return <Unreadable type={type} name={name} />;
  return <MissingText text={screen.current?.missing ?? "editor.missing.value"} name={name} type={type} />;
}

interface MissingTextProps {
  readonly text: TextKey;
  readonly name: string;
  /** The type of the object, for texts that name it. */
  readonly type?: string | null;
  readonly children?: ReactNode;
}

/** One sentence and the way up. */
export function MissingText({ text, name, type = null, children }: MissingTextProps): ReactNode {
  const { say, locale, catalogue } = useWords();
  const { pathname } = useLocation();
  const { above } = useFrame();
  return (
    <div className="whole-empty">
      <Empty text={say(text, { name, type: type === null ? "" : catalogue.typeName(type, locale) })}>
        {children}
        <Link to={above(pathname)}>{say("editor.missing.up")}</Link>
      </Empty>
    </div>
  );
}

interface UnreadableProps {
  readonly type: string;
  readonly name: string;
}

/** Says whom to ask, because the server gives the same answer for an object that does not exist and for a hidden one. */
function Unreadable({ type, name }: UnreadableProps): ReactNode {
  const { say, locale, catalogue } = useWords();
  const steps = useMemo(
    () => readerSteps(catalogue.fn(type, "list")?.permission_list ?? []),
    [catalogue, type],
  );
  const { data } = useLists(steps);
  const roles = data === undefined ? [] : rolesIn(data);
  const title = catalogue.typeName(type, locale);
  const called = nameInside(title, locale);
  return (
    <MissingText text="editor.missing.unreadable" name={`${title} ${name}`}>
      <div className="missing-help">
        <p>{say("editor.missing.ask")}</p>
        {roles.length > 0 && <p>{say("editor.missing.roles", { type: called, roles: roles.join(", ") })}</p>}
      </div>
    </MissingText>
  );
}
