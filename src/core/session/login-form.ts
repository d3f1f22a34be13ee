import type { DrawnField } from "../form/field-plan.ts";
import type { FormSchema } from "../form/schema.ts";
import type { TextKey } from "../text.ts";

/** A form that is known when the portal is built. */
interface FixedForm {
  readonly schema: FormSchema;
  readonly fields: readonly (Pick<DrawnField, "name" | "widget" | "options"> & { readonly title: TextKey })[];
}

/** The two ways to sign in. */
export const LOGIN_FORMS = {
  account: formOf([
    {
      name: "username",
      title: "login.field.username",
      widget: "text",
      options: { autoComplete: "username" },
    },
    {
      name: "password",
      title: "login.field.password",
      widget: "secret",
      options: { autoComplete: "current-password" },
    },
  ]),
  token: formOf([
    { name: "token", title: "login.field.token", widget: "secret", options: { autoComplete: "off" } },
  ]),
};

/** All fields are required texts. */
function formOf(fields: FixedForm["fields"]): FixedForm {
  const names = fields.map(({ name }) => name);
  const properties = Object.fromEntries(names.map((name) => [name, { type: "string" } as const]));
  return { schema: { type: "object", properties, required: names, additionalProperties: false }, fields };
}
