import { REQUEST_FORMS } from "#contract/requests/forms";
import { defineObjectType } from "../../catalogue/define.ts";

const FORMS = [...REQUEST_FORMS.values()].flatMap(({ name, label, variants = [] }) => [
  [name, label] as const,
  ...variants.map(
    ({ value, label: { de, en } }) =>
      [`${name}/${String(value)}`, { de: `${label.de} (${de})`, en: `${label.en} (${en})` }] as const,
  ),
]);

export default defineObjectType({
  name: "req.team",
  gpk: "team",
  label: { de: "Team für Tickets", en: "Ticket team" },
  plural: { de: "Teams für Tickets", en: "Ticket teams" },
  description: {
    de: "Gruppe, die die Tickets eines Formulars bearbeitet",
    en: "Group that works on the tickets of a form",
  },
  attributes: {
    form: {
      type: "text_id",
      label: { de: "Formular", en: "Form" },
      help: { de: "Ein Formular oder eine Variante davon", en: "A form, or one variant of it" },
      values: Object.fromEntries(FORMS),
      createOnly: true,
    },
    group_name: { createOnly: true, ref: { to: "cntl.group" } },
  },
  key: ["form", "group_name"],
  own: { column: "group_name", in: "groups" },
  read: "own",
  givesRights: "objects",
});
