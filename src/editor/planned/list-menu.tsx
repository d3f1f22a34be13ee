import { useId, useState, type ReactNode } from "react";
import type { Text } from "#core/text";
import { isOwnFunction } from "#core/catalogue/functions";
import { exportFileName, exportList, importList } from "#core/txlist/file";
import { items as itemsOf } from "#core/txlist/history";
import { Button } from "../../ui/action/button.tsx";
import { CopyField } from "../../ui/action/copy-field.tsx";
import { FileButton } from "../../ui/action/file-button.tsx";
import { MenuButton } from "../../ui/action/menu-button.tsx";
import { saveFile } from "../../ui/action/save-file.ts";
import type { MenuItem } from "../../ui/action/menu-item.ts";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { sayText, useText } from "../../ui/text.ts";
import { useClosing } from "../form/use-closing.tsx";
import { useAccount } from "../portal/account.ts";
import { useInstance } from "../portal/instance.ts";
import { useCatalogue } from "../portal/metadata.ts";
import { useTransactionList } from "../portal/stores.ts";

/** Import, export and clearing of the whole list. */
export function ListMenu(): ReactNode {
  const say = useText();
  const { product } = useInstance();
  const txlist = useTransactionList();
  const { loginName } = useAccount();
  const [isImporting, setImporting] = useState(false);
  /** The list as text at the time of export. */
  const [exported, setExported] = useState<string | null>(null);
  const author = loginName ?? "";
  const catalogue = useCatalogue();
  const isSecret = (object: string, attribute: string): boolean =>
    catalogue.objectType(object)?.attribute(attribute)?.is_secret === true;
  const text = (): string => exportList(itemsOf(txlist.state.history), author, new Date(), isSecret);
  const exportBlock = txlist.blockOf("export") !== null;
  const items: readonly MenuItem[] = [
    {
      id: "import",
      label: say("editor.list.import"),
      isDisabled: txlist.blockOf("import") !== null,
      onChoose: () => setImporting(true),
    },
    {
      id: "file",
      label: say("editor.list.exportFile"),
      icon: "download",
      isDisabled: exportBlock,
      onChoose: () => saveFile(exportFileName(product, author, new Date()), text(), "application/json"),
    },
    {
      id: "text",
      label: say("editor.list.exportText"),
      icon: "copy",
      isDisabled: exportBlock,
      onChoose: () => setExported(text()),
    },
    {
      id: "clear",
      label: say("editor.list.clear"),
      icon: "remove",
      isDanger: true,
      startsGroup: true,
      isDisabled: txlist.blockOf("clear") !== null,
      onChoose: () => txlist.submit({ kind: "clear" }),
    },
  ];
  return (
    <>
      <MenuButton label={say("editor.list.menu")} icon="more" items={items} />
      {exported !== null && (
        <Dialog title={say("editor.list.exportText")} onClose={() => setExported(null)}>
          <CopyField label={say("app.planned.title")} value={exported} isMultiline />
        </Dialog>
      )}
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
    </>
  );
}

/** Imports a file or pasted text. It replaces the list; undo restores the old one (TA-11, TA-12, TA-44). */
function ImportDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const say = useText();
  const txlist = useTransactionList();
  const catalogue = useCatalogue();
  const id = useId();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<Text | null>(null);
  const { close, question } = useClosing(text.trim() !== "", onClose);
  const take = (given: string): void => {
    const imported = importList(
      given,
      () => crypto.randomUUID(),
      (object, name) => isOwnFunction(catalogue, object, name),
    );
    if (!imported.ok) return setProblem(imported.text);
    const block = txlist.blockOf("import");
    if (block !== null) return setProblem(block);
    txlist.submit({ kind: "import", items: imported.items });
    return onClose();
  };
  return (
    <Dialog
      title={say("editor.list.import")}
      onClose={close}
      foot={
        <>
          <Button onClick={close}>{say("ui.common.cancel")}</Button>
          <Button look="primary" disabled={text.trim() === ""} onClick={() => take(text)}>
            {say("editor.list.importNow")}
          </Button>
        </>
      }
    >
      <div className="import">
        <p className="muted">{say("editor.list.importHelp")}</p>
        <FileButton accept=".json,application/json" onFile={(file) => void file.text().then(take)} />
        <label htmlFor={`${id}-text`}>{say("editor.list.text")}</label>
        <textarea
          id={`${id}-text`}
          className="control code"
          rows={10}
          value={text}
          aria-invalid={problem !== null}
          aria-describedby={`${id}-problem`}
          onChange={(event) => {
            setText(event.target.value);
            setProblem(null);
          }}
        />
        <p id={`${id}-problem`} role="alert" className="import-problem">
          {problem === null ? "" : sayText(say, problem)}
        </p>
      </div>
      {question}
    </Dialog>
  );
}
