import { entry, type FaultEntry } from "./entry.ts";

/** Who calls and what the account may not do (wire contract 4.2: -20001, -20010). */
export const ACCOUNT_FAULTS = {
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
    ["Es gibt kein Konto „{su_login_name}“.", "There is no account “{su_login_name}”."],
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
    ["Versuchen Sie es erneut.", "Try again."],
  ),
  permission_missing: entry(
    "permission_error",
    1,
    [
      "Ihnen fehlt die Berechtigung für „{function}“ ({key}).",
      "You lack the permission for “{function}” ({key}).",
    ],
    [
      "Prüfen Sie Ihre Gruppenmitgliedschaften und deren Zuordnungen zu BCDs und FQDNs.",
      "Check your group memberships and their assignments to BCDs and FQDNs.",
    ],
  ),
  su_access_missing: entry(
    "permission_error",
    3,
    [
      "Für das Handeln als ein anderes Konto fehlt die Berechtigung.",
      "The permission to act as another account is missing.",
    ],
    [
      "Testen Sie als ein eigenes Unterkonto oder bitten Sie um eine Rolle mit dieser Berechtigung.",
      "Test as a subaccount of your own, or ask for a role with this permission.",
    ],
  ),
  user_locked: entry(
    "permission_error",
    4,
    ["Das Konto „{login_name}“ ist gesperrt.", "The account “{login_name}” is locked."],
    ["Wenden Sie sich an die Administratoren.", "Ask the administrators."],
  ),
  data_manipulation_not_allowed: entry(
    "permission_error",
    5,
    ["Das Konto „{login_name}“ darf keine Daten ändern.", "The account “{login_name}” may not change data."],
    ["Verwenden Sie ein anderes Konto.", "Use another account."],
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
      "Das Konto „{login_name}“ darf keine Konten, Tokens oder Rollen ändern.",
      "The account “{login_name}” may not change accounts, tokens or roles.",
    ],
    ["Verwenden Sie das Hauptkonto.", "Use the main account."],
  ),
} as const satisfies Readonly<Record<string, FaultEntry>>;
