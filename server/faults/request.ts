import { entry, type FaultEntry } from "./entry.ts";

/** Calls, limits and the state of the server (wire contract 4.2: -20900 to -20999). */
export const REQUEST_FAULTS = {
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
