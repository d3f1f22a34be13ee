import type { ReactNode } from "react";
import { ImportDialog } from "../form/import-dialog.tsx";
import { ManyForm } from "../form/many-form.tsx";
import { PairsForm } from "../form/pairs-form.tsx";
import { SettingForm } from "../form/setting-form.tsx";
import { TemplateForm } from "../form/template-form.tsx";
import { useCatalogue } from "../portal/metadata.ts";
import { isSetting } from "./may-plan.ts";
import type { OpenedFormProps } from "./open-form.ts";

/** Forms for settings, several objects, files and workflows. Few people open them, so they are one part of the build. */
export function OtherForm({
  form: { of, edited },
  onPlanned,
  onPlannedAll,
  onClose,
}: OpenedFormProps): ReactNode {
  const catalogue = useCatalogue();
  const all = { onPlannedAll, onClose };
  if ("target" in of) return <SettingForm targets={[of.target]} onSaved={of.onSaved} onClose={onClose} />;
  if ("many" in of)
    return isSetting(catalogue, of.many[0]?.object ?? "") ? (
      <SettingForm targets={of.many} onSaved={undefined} onClose={onClose} />
    ) : (
      <ManyForm targets={of.many} {...all} />
    );
  if ("pairs" in of) return <PairsForm {...of} {...all} />;
  if ("imported" in of) return <ImportDialog target={of.imported} {...all} />;
  return (
    <TemplateForm
      template={of.template}
      given={of.given}
      edited={edited}
      onPlanned={onPlanned}
      onClose={onClose}
    />
  );
}
