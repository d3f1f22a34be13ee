import { FAULT_TYPES } from "#contract/wire/fault";
import type { FaultStatement, FaultTypeName, WireException } from "#contract/wire/fault";
import type { Json, Localised } from "#contract/wire/json";

/** One fault of wire contract 4.2; `{member}` in a text stands for that member of the details. */
interface FaultEntry {
  readonly type: FaultTypeName;
  readonly code: number;
  readonly status: number;
  readonly text: Localised;
  readonly hint: Localised | null;
}

const FAMILIES: Readonly<Record<FaultTypeName, Localised>> = {
  authentication_error: { de: "Anmeldung fehlgeschlagen.", en: "Authentication failed." },
  permission_error: { de: "Fehlende Berechtigung.", en: "Missing permission." },
  not_found: { de: "Objekt nicht gefunden.", en: "Object not found." },
  constraint_violation: {
    de: "Verletzung einer Bedingung der Datenbank.",
    en: "Constraint of the database violated.",
  },
  value_error: { de: "Ungültiger Wert.", en: "Invalid value." },
  conflict: {
    de: "Konflikt mit einer Änderung durch jemand anderen.",
    en: "Conflict with a change by somebody else.",
  },
  rule_violation: { de: "Verletzung einer Regel.", en: "Rule violated." },
  request_error: { de: "Fehlerhafter Aufruf.", en: "Faulty request." },
  limit_exceeded: { de: "Grenze überschritten.", en: "Limit exceeded." },
  access_mode_error: {
    de: "Im jetzigen Betriebsmodus nicht möglich.",
    en: "Not possible in the present access mode.",
  },
  internal_error: { de: "Interner Fehler.", en: "Internal error." },
};

type Texts = readonly [de: string, en: string];

function entry(type: FaultTypeName, code: number, text: Texts, hint?: Texts, status = 400): FaultEntry {
  return {
    type,
    code,
    status,
    text: { de: text[0], en: text[1] },
    hint: hint === undefined ? null : { de: hint[0], en: hint[1] },
  };
}

const FAULTS = {
  token_missing: entry(
    "authentication_error",
    1,
    ["Der Aufruf enthält kein Token.", "The call carries no token."],
    ["Melden Sie sich an.", "Sign in."],
    401,
  ),
  su_login_name_not_found: entry(
    "authentication_error",
    2,
    ["Es gibt keinen Account „{su_login_name}“.", "There is no account “{su_login_name}”."],
    ["Beenden Sie die Stellvertretung.", "End the impersonation."],
  ),
  token_invalid: entry(
    "authentication_error",
    3,
    ["Das Token ist ungültig oder abgelaufen.", "The token is invalid or expired."],
    ["Melden Sie sich erneut an.", "Sign in again."],
    401,
  ),
  login_failed: entry(
    "authentication_error",
    5,
    ["Die Anmeldung ist fehlgeschlagen.", "The sign-in failed."],
    [
      "Prüfen Sie Benutzername und Passwort und versuchen Sie es erneut.",
      "Check user name and password and try again.",
    ],
  ),
  permission_missing: entry(
    "permission_error",
    1,
    ["Für {function} fehlt die Berechtigung.", "The permission for {function} is missing."],
    [
      "Prüfen Sie Ihre Gruppenmitgliedschaften und deren Zuordnungen zu BCDs und FQDNs.",
      "Check your group memberships and their assignments to BCDs and FQDNs.",
    ],
  ),
  su_access_missing: entry(
    "permission_error",
    3,
    [
      "Für das Handeln als anderer Account fehlt die Berechtigung.",
      "The permission to act as another account is missing.",
    ],
    [
      "Testen Sie als eigener Subaccount oder bitten Sie um eine Rolle mit dieser Berechtigung.",
      "Test as a subaccount of your own, or ask for a role with this permission.",
    ],
  ),
  user_locked: entry(
    "permission_error",
    4,
    ["Der Account „{login_name}“ ist gesperrt.", "The account “{login_name}” is locked."],
    ["Wenden Sie sich an die Administratoren.", "Ask the administrators."],
  ),
  data_manipulation_not_allowed: entry(
    "permission_error",
    5,
    [
      "Der Account „{login_name}“ darf keine Daten ändern.",
      "The account “{login_name}” may not change data.",
    ],
    ["Verwenden Sie einen anderen Account.", "Use another account."],
  ),
  not_while_impersonating: entry(
    "permission_error",
    6,
    [
      "Als Stellvertreter für „{su_login_name}“ sind weder Tokens noch Geheimnisse zu bekommen oder zu ändern.",
      "Tokens and secrets can neither be had nor changed while acting as “{su_login_name}”.",
    ],
    ["Beenden Sie die Stellvertretung.", "End the impersonation."],
  ),
  account_unknown: entry(
    "permission_error",
    7,
    [
      "Der Benutzer „{login_name}“ ist in der Netzdatenbank nicht bekannt.",
      "The user “{login_name}” is not known in the network database.",
    ],
    ["Wenden Sie sich an die Administratoren.", "Ask the administrators."],
  ),
  main_account_required: entry(
    "permission_error",
    8,
    [
      "Der Account „{login_name}“ darf keine Accounts, Tokens oder Rollen ändern.",
      "The account “{login_name}” may not change accounts, tokens or roles.",
    ],
    ["Verwenden Sie den Hauptaccount.", "Use the main account."],
  ),
  object_not_found: entry(
    "not_found",
    1,
    ["Das Objekt {object_fq_name} {key} gibt es nicht.", "The object {object_fq_name} {key} does not exist."],
    ["Laden Sie die Liste neu.", "Read the list again."],
  ),
  referenced_object_not_found: entry(
    "not_found",
    2,
    [
      "{attribute} verweist auf {ref_object_fq_name} {value}, das es nicht gibt.",
      "{attribute} refers to {ref_object_fq_name} {value}, which does not exist.",
    ],
    ["Legen Sie das referenzierte Objekt zuerst an.", "Create the referenced object first."],
  ),
  unique_violation: entry(
    "constraint_violation",
    1,
    [
      "{object_fq_name} mit {attribute_list} = {value_list} gibt es schon.",
      "{object_fq_name} with {attribute_list} = {value_list} exists already.",
    ],
    ["Wählen Sie einen anderen Wert.", "Choose another value."],
  ),
  foreign_key_child_found: entry(
    "constraint_violation",
    2,
    [
      "{object_fq_name} {key} wird noch von anderen Objekten referenziert.",
      "{object_fq_name} {key} is still referenced by other objects.",
    ],
    ["Entfernen Sie zuerst die Referenzen.", "Remove the references first."],
  ),
  check_violation: entry("constraint_violation", 3, [
    "Die Werte von {attribute_list} passen nicht zusammen ({rule}).",
    "The values of {attribute_list} do not fit together ({rule}).",
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
    ["Der Parameter {parameter} fehlt.", "The parameter {parameter} is missing."],
    ["Füllen Sie {parameter} aus.", "Fill in {parameter}."],
  ),
  null_not_allowed: entry(
    "value_error",
    2,
    ["Der Parameter {parameter} darf nicht null sein.", "The parameter {parameter} may not be null."],
    ["Füllen Sie {parameter} aus.", "Fill in {parameter}."],
  ),
  wrong_type: entry(
    "value_error",
    3,
    [
      "Der Wert von {parameter} ist nicht vom Typ {data_type}.",
      "The value of {parameter} is not of type {data_type}.",
    ],
    ["Erwartet wird ein Wert vom Typ {data_type}.", "A value of type {data_type} is expected."],
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
      "Der Wert von {parameter} hat nicht die Form von {data_type}.",
      "The value of {parameter} does not have the form of {data_type}.",
    ],
    ["Erwartete Form: {data_type} {pattern}", "Expected form: {data_type} {pattern}"],
  ),
  out_of_range: entry(
    "value_error",
    6,
    ["Der Wert von {parameter} liegt außerhalb der Grenzen.", "The value of {parameter} is out of bounds."],
    ["Kleinster Wert: {min}, größter Wert: {max}.", "Least value: {min}, greatest value: {max}."],
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
    "Der Hauptaccount „{login_name}“ kann nicht gelöscht werden.",
    "The main account “{login_name}” cannot be deleted.",
  ]),
  api_token_for_main_account: entry(
    "rule_violation",
    2,
    [
      "Der Hauptaccount „{login_name}“ bekommt keine API-Tokens.",
      "The main account “{login_name}” cannot have API tokens.",
    ],
    ["Legen Sie einen Subaccount an.", "Create a subaccount."],
  ),
  exceeds_main_account: entry(
    "rule_violation",
    3,
    [
      "„{login_name}“ bekäme mehr, als der Hauptaccount „{parent_login_name}“ hat.",
      "“{login_name}” would get more than its main account “{parent_login_name}” has.",
    ],
    ["Geben Sie es zuerst dem Hauptaccount.", "Give it to the main account first."],
  ),
  cname_conflict: entry(
    "rule_violation",
    4,
    [
      "Neben einem Alias sind unter {fqdn} keine anderen Records möglich ({type_list}).",
      "There can be no other records beside an alias under {fqdn} ({type_list}).",
    ],
    ["Entfernen Sie die anderen Records.", "Remove the other records."],
  ),
  ou_without_managers: entry(
    "rule_violation",
    5,
    ["Die OE {ou} kann keine Verwalter haben.", "The OU {ou} cannot have managers."],
    ["Nehmen Sie die OE darüber.", "Take the OU above."],
  ),
  service_account_restricted: entry(
    "rule_violation",
    6,
    [
      "Der Dienstaccount „{login_name}“ kann keine Rollen haben.",
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
  malformed_json: entry("request_error", 1, [
    "Der Inhalt des Aufrufs ist nicht das erwartete JSON.",
    "The body of the call is not the JSON that is expected.",
  ]),
  malformed_step: entry("request_error", 2, [
    "Der Schritt ist fehlerhaft: {member} ({reason}).",
    "The step is malformed: {member} ({reason}).",
  ]),
  unknown_function: entry("request_error", 3, [
    "Die Funktion {name} gibt es nicht.",
    "The function {name} does not exist.",
  ]),
  unknown_parameter: entry("request_error", 4, [
    "Den Parameter {parameter} gibt es nicht.",
    "The parameter {parameter} does not exist.",
  ]),
  unknown_reference: entry("request_error", 5, [
    "Zwischen {object_fq_name} und {ref_object_fq_name} gibt es keine Referenz {reference}.",
    "There is no reference {reference} between {object_fq_name} and {ref_object_fq_name}.",
  ]),
  ambiguous_reference: entry(
    "request_error",
    6,
    [
      "Zwischen {object_fq_name} und {ref_object_fq_name} gibt es mehrere Referenzen.",
      "There are several references between {object_fq_name} and {ref_object_fq_name}.",
    ],
    ["Nennen Sie eine von: {known_list}.", "Name one of: {known_list}."],
  ),
  bad_filter: entry("request_error", 7, [
    "Die Bedingung ist fehlerhaft: {path} ({reason}).",
    "The condition is faulty: {path} ({reason}).",
  ]),
  bad_sorting: entry("request_error", 8, [
    "Nach {entry} kann nicht sortiert werden.",
    "The rows cannot be sorted by {entry}.",
  ]),
  unsupported_version: entry(
    "request_error",
    9,
    ["Die Version {version} wird nicht angeboten.", "The version {version} is not served."],
    [
      "Gleichen Sie die Konfiguration mit der Version der API ab ({served_list}).",
      "Match the configuration with the version of the API ({served_list}).",
    ],
    404,
  ),
  unknown_path: entry(
    "request_error",
    10,
    ["Die Adresse {path} gibt es nicht.", "The address {path} does not exist."],
    undefined,
    404,
  ),
  method_not_allowed: entry(
    "request_error",
    11,
    ["Die Methode ist hier nicht erlaubt.", "The method is not allowed here."],
    undefined,
    405,
  ),
  unsupported_media_type: entry(
    "request_error",
    12,
    ["Der Inhalt muss application/json sein.", "The content has to be application/json."],
    undefined,
    415,
  ),
  too_many_steps: entry(
    "limit_exceeded",
    1,
    [
      "Die Transaktion hat {found} Schritte; erlaubt sind {limit}.",
      "The transaction has {found} steps; {limit} are allowed.",
    ],
    ["Teilen Sie die Transaktion auf.", "Split the transaction."],
  ),
  body_too_large: entry(
    "limit_exceeded",
    2,
    ["Der Inhalt ist größer als {limit} Byte.", "The body is larger than {limit} bytes."],
    ["Teilen Sie den Aufruf auf.", "Split the call."],
    413,
  ),
  too_many_executions: entry(
    "limit_exceeded",
    3,
    ["Es wären mehr als {limit} Ausführungen nötig.", "More than {limit} executions would be needed."],
    ["Schränken Sie den früheren Schritt ein.", "Narrow the earlier step."],
  ),
  too_many_values: entry(
    "limit_exceeded",
    4,
    [
      "{parameter} hat {found} Elemente; erlaubt sind {limit}.",
      "{parameter} has {found} elements; {limit} are allowed.",
    ],
    ["Teilen Sie den Aufruf auf.", "Split the call."],
  ),
  time_limit: entry(
    "limit_exceeded",
    5,
    ["Der Aufruf dauerte länger als {limit_s} Sekunden.", "The call took longer than {limit_s} seconds."],
    ["Schränken Sie die Listen ein.", "Narrow the lists."],
  ),
  too_many_requests: entry(
    "limit_exceeded",
    6,
    ["Es gab zu viele Versuche.", "There were too many attempts."],
    ["Warten Sie {retry_after_s} Sekunden.", "Wait {retry_after_s} seconds."],
    429,
  ),
  read_only: entry(
    "access_mode_error",
    1,
    ["Wegen Wartungsarbeiten sind keine Änderungen möglich.", "No changes are possible during maintenance."],
    ["Warten Sie das Ende der Wartung ab.", "Wait for the end of the maintenance."],
  ),
  internal: entry(
    "internal_error",
    1,
    ["Im Server ist ein Fehler aufgetreten.", "An error happened in the server."],
    ["Melden Sie ihn mit der Nummer {incident_id}.", "Report it with the number {incident_id}."],
    500,
  ),
  not_ready: entry(
    "internal_error",
    2,
    ["Der Server ist nicht bereit.", "The server is not ready."],
    ["Versuchen Sie es gleich noch einmal.", "Try again in a moment."],
    503,
  ),
} as const satisfies Readonly<Record<string, FaultEntry>>;

export type FaultName = keyof typeof FAULTS;
export type Language = keyof Localised;

/** An expected refusal on its way to the answer; thrown by `refuse`, made a body by the outermost room. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly fault: FaultName;
  readonly details: Readonly<Record<string, Json>>;
  readonly at: FaultStatement | null;
  readonly ownHint: Localised | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(fault: FaultName, parts: Pick<Refusal, "details" | "at" | "ownHint">) {
    super(fault);
    this.fault = fault;
    this.details = parts.details;
    this.at = parts.at;
    this.ownHint = parts.ownHint;
    this.headers = FAULTS[fault].status === 401 ? { "WWW-Authenticate": "Bearer" } : {};
  }

  get status(): number {
    return FAULTS[this.fault].status;
  }

  /** The wire form in German, the language of the API where a request prefers no other. */
  get exception(): WireException {
    return this.inLanguage("de");
  }

  inLanguage(language: Language): WireException {
    const { type, code } = FAULTS[this.fault];
    const bare: WireException = {
      error_type: { code: FAULT_TYPES[type], name: type, description: "" },
      error: { code, name: this.fault },
      description: "",
      details: this.details,
      hint: this.ownHint?.[language] ?? null,
      traceback: this.at === null ? null : { transaction_statement: this.at },
    };
    return localise(bare, language);
  }

  /** The same refusal with its place in the transaction, unless it has one. */
  atStatement(at: FaultStatement): Refusal {
    if (this.at !== null) return this;
    return new Refusal(this.fault, { details: this.details, at, ownHint: this.ownHint });
  }
}

/** Makes the refusal that is then thrown. `hint` replaces the hint of the catalogue (rules say what they want). */
export function refuse(
  name: FaultName,
  details: Readonly<Record<string, Json>> = {},
  at?: FaultStatement,
  hint?: Localised,
): Refusal {
  return new Refusal(name, { details, at: at ?? null, ownHint: hint ?? null });
}

/** Texts of the exception in the given language; a hint that is not of the catalogue stays as it is. */
export function localise(exception: WireException, language: Language): WireException {
  const known = Object.entries(FAULTS).find(
    ([name, { type }]) => name === exception.error.name && type === exception.error_type.name,
  )?.[1];
  if (known === undefined) return exception;
  const { details } = exception;
  return {
    ...exception,
    error_type: { ...exception.error_type, description: FAMILIES[known.type][language] },
    description: filled(known.text[language], details),
    hint: known.hint === null ? exception.hint : filled(known.hint[language], details),
  };
}

function filled(text: string, details: Readonly<Record<string, Json>>): string {
  return text.replace(/\{([a-z_]+)\}/g, (_, member: string) => spoken(details[member] ?? null)).trimEnd();
}

function spoken(value: Json): string {
  if (value === null) return "–";
  if (Array.isArray(value)) return value.map(spoken).join(", ");
  if (typeof value === "object") return Object.values(value).map(spoken).join(" ");
  return String(value);
}
