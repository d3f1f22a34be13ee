import type { OfferedCommands } from "../../state/commands.ts";
import type { NoticeStore } from "../../state/notices.ts";
import type { SearchStore } from "../../state/search.ts";
import type { SettingsStore } from "../../state/settings.ts";
import type { ShellStore } from "../../state/shell.ts";
import type { TransactionList } from "../../state/txlist.ts";
import { port } from "../../ui/port.ts";

export const useSettings = port<SettingsStore>();
export const useShell = port<ShellStore>();
export const useNotices = port<NoticeStore>();
export const useSearch = port<SearchStore>();
/** Commands of drawn parts for the search. */
export const useOfferedCommands = port<OfferedCommands>();
export const useTransactionList = port<TransactionList>();
