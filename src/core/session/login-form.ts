import type { DrawnField } from "../form/field-plan.ts";
import type { FormSchema } from "../form/schema.ts";
import type { TextKey } from "../text.ts";

/** A form that is known when the portal is built: its validator is compiled ahead (scripts/validators.ts). */
export interface FixedForm {
  readonly schema: FormSchema;
  readonly fields: readonly (Pick<DrawnField, "name" | "widget" | "options"> & { readonly title: TextKey })[];
}

/** The two ways to sign in. */
export const LOGIN_FORMS = {
  account: {
    schema: {
      type: "object",
      properties: { username: { type: "string" }, password: { type: "string" } },
      required: ["username", "password"],
      additionalProperties: false,
    },
    fields: [
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
    ],
  },
  token: {
    schema: {
      type: "object",
      properties: { token: { type: "string" } },
      required: ["token"],
      additionalProperties: false,
    },
    fields: [
      { name: "token", title: "login.field.token", widget: "secret", options: { autoComplete: "off" } },
    ],
  },
} as const satisfies Readonly<Record<string, FixedForm>>;
