import { useQueryClient } from "@tanstack/react-query";
import { useId, useState, type ReactNode } from "react";
import { PIN } from "#contract/wire/api-types";
import { pinChange } from "#core/catalogue/pins";
import { ROW_KEYS } from "../../api/queries.ts";
import { IconButton } from "../../ui/action/button.tsx";
import { useText } from "../../ui/text.ts";
import { textOf } from "../cell/cell-text.ts";
import { useOffered } from "../planning/use-offered.ts";
import { useAccount } from "../portal/account.ts";
import { useCalls } from "../portal/calls.ts";
import { useCatalogue } from "../portal/metadata.ts";
import { useNotices } from "../portal/stores.ts";
import { useSectionScreen } from "../section/section-context.ts";
import "./pin.css";

/** The star beside the title: pins the object to the start page at once, because that changes nothing in the network. */
export function PinButton({ title }: { readonly title: string }): ReactNode {
  const say = useText();
  const { loginName, visitor } = useAccount();
  const catalogue = useCatalogue();
  const { viewer } = useCalls();
  const { lists, current } = useSectionScreen();
  const pins = lists?.[PIN];
  const { isPinned, press } = usePin(textOf(current?.["gpk"]), (pins ?? []).length > 0);
  const part = useId();
  const isOffered =
    pins !== undefined &&
    loginName !== null &&
    visitor.inDatabase &&
    viewer.as === null &&
    catalogue.fn(PIN, "create") !== null;
  const label = say(isPinned ? "editor.pin.unpin" : "editor.pin.pin");
  useOffered(() =>
    isOffered
      ? [{ id: part, label, words: [], note: title, key: null, shown: "page", act: { run: press } }]
      : [],
  );
  if (!isOffered) return null;
  return (
    <IconButton
      icon="star"
      className="pin"
      label={say("editor.pin.pin")}
      aria-pressed={isPinned}
      onClick={press}
    />
  );
}

/** Shows the new state while it is sent, and the state of the server after a refusal. */
function usePin(gpk: string, isKept: boolean) {
  const { execute } = useCalls();
  const { loginName } = useAccount();
  const notices = useNotices();
  const client = useQueryClient();
  const [wanted, setWanted] = useState<boolean | null>(null);
  const isPinned = wanted ?? isKept;
  const send = async (isWanted: boolean): Promise<void> => {
    const outcome = await execute([pinChange(loginName ?? "", gpk, isWanted)], { dryRun: false });
    if (!outcome.ok) {
      const reason = [outcome.fault.description, outcome.fault.hint ?? ""].join(" ").trim();
      notices.show({ tone: "error", title: null, text: { key: "editor.pin.refused", values: { reason } } });
    }
    await client.invalidateQueries({ queryKey: ROW_KEYS });
  };
  const press = (): void => {
    if (wanted !== null) return;
    setWanted(!isPinned);
    // The frame reports a failed call.
    void send(!isPinned)
      .catch(() => undefined)
      .finally(() => setWanted(null));
  };
  return { isPinned, press };
}
