import { entry, type FaultEntry } from "./entry.ts";

/** Objects, values and rules (wire contract 4.2: -20020 to -20060). */
export const DATA_FAULTS = {
  object_not_found: entry(
    "not_found",
    1,
    ["{object_fq_name} „{key}“ gibt es nicht.", "{object_fq_name} “{key}” does not exist."],
    ["Laden Sie die Liste neu.", "Read the list again."],
  ),
  referenced_object_not_found: entry(
    "not_found",
    2,
    [
      "{attribute}: {ref_object_fq_name} „{value}“ gibt es nicht.",
      "{attribute}: {ref_object_fq_name} “{value}” does not exist.",
    ],
    ["Prüfen Sie die Schreibweise oder legen Sie es zuerst an.", "Check the spelling, or create it first."],
  ),
  unique_violation: entry(
    "constraint_violation",
    1,
    ["{object_fq_name} gibt es schon: {values}.", "{object_fq_name} exists already: {values}."],
    ["Wählen Sie einen anderen Wert.", "Choose another value."],
  ),
  foreign_key_child_found: entry(
    "constraint_violation",
    2,
    [
      "Andere Objekte verweisen noch auf {object_fq_name} „{key}“.",
      "Other objects still refer to {object_fq_name} “{key}”.",
    ],
    ["Löschen oder ändern Sie diese zuerst.", "Delete or change them first."],
  ),
  check_violation: entry("constraint_violation", 3, [
    "Die Werte von {attribute_list} passen nicht zusammen.",
    "The values of {attribute_list} do not fit together.",
  ]),
  overlap: entry(
    "constraint_violation",
    4,
    ["{attribute} {value} überschneidet sich mit {other}.", "{attribute} {value} overlaps {other}."],
    ["Der andere Bereich ist {other}.", "The other range is {other}."],
  ),
  required_missing: entry(
    "value_error",
    1,
    ["{parameter} fehlt.", "{parameter} is missing."],
    ["Füllen Sie {parameter} aus.", "Fill in {parameter}."],
  ),
  null_not_allowed: entry(
    "value_error",
    2,
    ["{parameter} darf nicht leer sein.", "{parameter} may not be empty."],
    ["Füllen Sie {parameter} aus.", "Fill in {parameter}."],
  ),
  wrong_type: entry(
    "value_error",
    3,
    [
      "Der Wert von {parameter} ist nicht von der Art „{data_type}“.",
      "The value of {parameter} is not of the kind “{data_type}”.",
    ],
    ["Erwartet wird: {form}", "Expected: {form}"],
  ),
  too_long: entry(
    "value_error",
    4,
    [
      "Der Wert von {parameter} hat {length} statt höchstens {text_length} Zeichen.",
      "The value of {parameter} has {length} characters; at most {text_length} are allowed.",
    ],
    ["Kürzen Sie den Wert.", "Shorten the value."],
  ),
  bad_format: entry(
    "value_error",
    5,
    [
      "Der Wert von {parameter} hat nicht die Form „{data_type}“.",
      "The value of {parameter} does not have the form “{data_type}”.",
    ],
    ["Erwartet wird: {form}", "Expected: {form}"],
  ),
  out_of_range: entry(
    "value_error",
    6,
    [
      "Der angegebene Wert liegt nicht in den festgelegten Grenzen.",
      "The given value is not within the specified boundaries.",
    ],
    [
      "{parameter}: kleinster Wert {min}, größter Wert {max}.",
      "{parameter}: least value {min}, greatest value {max}.",
    ],
  ),
  old_value_changed: entry(
    "conflict",
    1,
    [
      "Das Objekt wurde geändert, seit seine Werte gelesen wurden.",
      "The object was changed since its values were read.",
    ],
    [
      "Lesen Sie das Objekt neu und planen Sie die Änderung auf seinen jetzigen Werten.",
      "Read the object again and plan the change on its present values.",
    ],
  ),
  concurrent_change: entry(
    "conflict",
    2,
    [
      "Gleichzeitige Änderungen anderer ließen sich nicht in eine Reihenfolge bringen.",
      "Changes of others at the same time could not be put in order.",
    ],
    ["Versuchen Sie es erneut.", "Try again."],
  ),
  main_account_not_deletable: entry("rule_violation", 1, [
    "Das Hauptkonto „{login_name}“ kann nicht gelöscht werden.",
    "The main account “{login_name}” cannot be deleted.",
  ]),
  api_token_for_main_account: entry(
    "rule_violation",
    2,
    [
      "„{login_name}“ ist ein Hauptkonto: API-Token haben nur Unterkonten und Service-Konten.",
      "“{login_name}” is a main account: only subaccounts and service accounts have API tokens.",
    ],
    [
      "Legen Sie ein Unterkonto an und geben Sie diesem das Token.",
      "Create a subaccount and give the token to it.",
    ],
  ),
  exceeds_main_account: entry(
    "rule_violation",
    3,
    [
      "„{login_name}“ bekäme mehr, als das Hauptkonto „{parent_login_name}“ hat.",
      "“{login_name}” would get more than its main account “{parent_login_name}” has.",
    ],
    ["Geben Sie es zuerst dem Hauptkonto.", "Give it to the main account first."],
  ),
  cname_conflict: entry(
    "rule_violation",
    4,
    [
      "Neben einem Alias sind unter {fqdn} keine anderen Einträge möglich ({type_list}).",
      "There can be no other records beside an alias under {fqdn} ({type_list}).",
    ],
    ["Entfernen Sie die anderen Einträge.", "Remove the other records."],
  ),
  ou_without_managers: entry(
    "rule_violation",
    5,
    ["Die OE {ou} kann keine Administratoren haben.", "The OE {ou} cannot have administrators."],
    ["Nehmen Sie die OE darüber.", "Take the OE above."],
  ),
  service_account_restricted: entry(
    "rule_violation",
    6,
    [
      "Das Service-Konto „{login_name}“ kann keine Rollen haben.",
      "The service account “{login_name}” cannot have roles.",
    ],
    ["Verwenden Sie Gruppen.", "Use groups."],
  ),
  port_state: entry("rule_violation", 7, [
    "Der Verbindungszustand des Ports erlaubt das nicht.",
    "The connection state of the port does not allow this.",
  ]),
  address_not_usable: entry(
    "rule_violation",
    8,
    [
      "Die Adresse {address} ist nicht verwendbar ({reason}).",
      "The address {address} cannot be used ({reason}).",
    ],
    ["Wählen Sie eine andere Adresse.", "Choose another address."],
  ),
  subtree_loop: entry("rule_violation", 9, [
    "{object_fq_name} {key} läge unter sich selbst.",
    "{object_fq_name} {key} would be below itself.",
  ]),
} as const satisfies Readonly<Record<string, FaultEntry>>;
