import type { Template, TemplateVariable } from "#contract/template";

/** A variable of a template, with the given members. */
export function variable(over: Partial<TemplateVariable> = {}): TemplateVariable {
  return {
    type: "text",
    friendly_name: { de: "Feld", en: "Field" },
    description: { de: "Wozu", en: "What for" },
    optional: false,
    nullable: false,
    default: null,
    list: false,
    type_params: {},
    ...over,
  };
}

/** A template that creates a name and a record of it, unless the given members differ. */
export function template(over: Partial<Template> = {}): Template {
  return {
    schema_version: "version_1",
    target_api_version: "4.2",
    name: { de: "Host anlegen", en: "Create host" },
    description: { de: "Legt an", en: "Creates" },
    transaction: [
      { idx: "name", name: "dns.fqdn.create", new: { value: "{{fqdn}}" } },
      { idx: "a", name: "dns.record.create", new: { fqdn: "{{fqdn}}", type: "A", data: "{{ip}}" } },
    ],
    returning: [{ idx: "a", list_display_name: { de: "Eintrag", en: "Record" } }],
    variables: {
      fqdn: variable({ type: "fqdn" }),
      ip: variable({ type: "ip_addr", type_params: { address_type: "v4" } }),
    },
    ...over,
  };
}
