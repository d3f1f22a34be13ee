import type { ReactNode } from "react";
import type { RequestForm } from "#contract/requests/form";
import { pickText } from "#core/text";
import { createCollectedActions } from "../../state/collected-actions.ts";
import { Link } from "../../ui/layout/link.tsx";
import { useLocale, useText } from "../../ui/text.ts";
import { useLoaded } from "../section/use-loaded.ts";

/** The request that is not sent yet, with the number of its entries. The request forms are loaded for it. */
export function DraftLines(): ReactNode {
  const say = useText();
  const locale = useLocale();
  const form = useLoaded(collectingForm);
  if (form === null) return null;
  return (
    <>
      <h3>{say("editor.columns.drafts")}</h3>
      <ul>
        <li className="part-line">
          <Link to={`/requests?form=${form.name}`} className="part-main">
            {pickText(form.label, locale) ?? form.name}
          </Link>
          <span className="part-notes">
            {say("editor.columns.draft", {
              count: createCollectedActions(localStorage).read().actions.length,
            })}
          </span>
        </li>
      </ul>
    </>
  );
}

async function collectingForm(): Promise<RequestForm | null> {
  const { REQUEST_FORMS } = await import("#contract/requests/forms");
  const forms = [...REQUEST_FORMS.values()];
  return forms.find(({ fields }) => fields.some(({ isCollected }) => isCollected === true)) ?? null;
}
