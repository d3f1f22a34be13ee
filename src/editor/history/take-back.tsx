import { useState, type ReactNode } from "react";
import { readLists } from "../../api/execute.ts";
import { Button } from "../../ui/action/button.tsx";
import { useText } from "../../ui/text.ts";
import { useCalls } from "../portal/calls.ts";
import { useNotices } from "../portal/stores.ts";
import { notRead, type Reverser } from "./use-reverse.tsx";

interface TakeBackProps extends Pick<Reverser, "plan"> {
  /** Gpk of the transaction. */
  readonly transaction: string;
}

/** Plans the reverse of a whole transaction, also of changes that are not shown. */
export function TakeBack({ transaction, plan }: TakeBackProps): ReactNode {
  const say = useText();
  const { execute } = useCalls();
  const notices = useNotices();
  const [isBusy, setBusy] = useState(false);
  const start = async (): Promise<void> => {
    setBusy(true);
    try {
      const old = { transaction_gfk: transaction, sorting_params_list: ["position"] };
      const lists = await readLists(execute, [{ idx: "change", name: "wapi.change_log.list", old }]);
      plan(lists["change"] ?? []);
    } catch (error) {
      notices.show(notRead(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      icon="undo"
      isBlocked={isBusy}
      title={say("editor.history.takeBackHelp")}
      onClick={() => void start()}
    >
      {say("editor.history.takeBack")}
    </Button>
  );
}
