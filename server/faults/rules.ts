import type { Localised } from "#contract/wire/json";

/** What the rules want that no constraint of the database states (`-20030/3`, wire contract 4.2: the hint says it). */
export const RULE_HINTS: Readonly<Record<string, Localised>> = {
  address_in_subnet: {
    de: "Die Adresse muss in einem Subnetz liegen.",
    en: "The address has to lie in a subnet.",
  },
  attribute_has_translations: {
    de: "Übersetzungen gibt es nur für die Sprachattribute des Objekttyps (cntl.ot_lang_attr_def).",
    en: "There are translations for the language attributes of the object type alone (cntl.ot_lang_attr_def).",
  },
  deletion_after_expiration: {
    de: "Ein Token wird nicht gelöscht, bevor es abläuft. Geben Sie ein früheres Ablaufdatum oder ein späteres Löschdatum an.",
    en: "A token is not deleted before it expires. Give an earlier expiration date or a later deletion date.",
  },
  extern_outside_zones: {
    de: "Externe Namen liegen außerhalb aller Zonen der Datenbank.",
    en: "External names lie outside all zones of the database.",
  },
  key_given_or_generated: {
    de: "Geben Sie einen Schlüssel an oder lassen Sie einen erzeugen, nicht beides.",
    en: "Give a key or have one generated, not both.",
  },
  login_name_follows: {
    de: "Der Login-Name von Unter- und Service-Konten folgt aus der Kennung; lassen Sie ihn weg.",
    en: "The login name of subaccounts and service accounts follows from their id; leave it out.",
  },
  one_id: {
    de: "Ein Konto hat entweder sub_id oder svc_id.",
    en: "An account has either sub_id or svc_id.",
  },
  ou_of_service_account_only: {
    de: "Nur Service-Konten werden in einer OE angelegt; lassen Sie ou weg.",
    en: "Only service accounts are created in an OE; leave ou out.",
  },
  parent_is_main_account: {
    de: "Das Hauptkonto eines Unterkontos ist weder Unter- noch Service-Konto.",
    en: "The main account of a subaccount is neither a subaccount nor a service account.",
  },
  parent_of_subaccount_only: {
    de: "Nur Unterkonten haben ein Hauptkonto; geben Sie sub_id an oder lassen Sie parent_login_name weg.",
    en: "Only subaccounts have a main account; give sub_id, or leave parent_login_name out.",
  },
  passage_has_two_sides: {
    de: "Ein Durchgang verbindet zwei verschiedene Ports.",
    en: "A passage joins two different ports.",
  },
  passage_within_module: {
    de: "Beide Ports eines Durchgangs gehören zum selben Modul.",
    en: "Both ports of a passage belong to one module.",
  },
  pool_in_subnet: {
    de: "Der ganze Pool muss in einem Subnetz liegen.",
    en: "The whole pool has to lie in one subnet.",
  },
  pool_is_ipv4: { de: "Pools haben IPv4-Adressen.", en: "Pools have IPv4 addresses." },
  reverse_unique_is_for_addresses: {
    de: "Nur A- und AAAA-Einträge haben einen Rückwärtsnamen.",
    en: "Only A and AAAA records have a reverse name.",
  },
  role_is_assignable: {
    de: "Nehmen Sie eine Rolle, die vergeben werden kann (is_assignable).",
    en: "Take a role that can be assigned (is_assignable).",
  },
  service_account_has_svc_id: {
    de: "Service-Konten haben is_svc und svc_id, andere Konten keines von beiden.",
    en: "Service accounts have is_svc and svc_id, other accounts neither.",
  },
  text_is_of_the_definition: {
    de: "Diese Texte gehören zur Beschreibung der API und werden nicht geändert.",
    en: "These texts belong to the description of the API and are not changed.",
  },
  two_ports: { de: "Nehmen Sie zwei verschiedene Ports.", en: "Take two different ports." },
  type_fits_name: {
    de: "Ein Alias hat nur CNAME, externe Namen haben nur REF-FQDN.",
    en: "An alias has CNAME only, external names have REF-FQDN only.",
  },
  type_fits_records: {
    de: "Der Typ muss zu den Einträgen des Namens passen; entfernen Sie sie zuerst.",
    en: "The type has to fit the records of the name; remove them first.",
  },
  type_is_creatable: {
    de: "Nehmen Sie einen Typ, der angelegt werden kann (is_creatable).",
    en: "Take a type that can be created (is_creatable).",
  },
};
