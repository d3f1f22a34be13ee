import { useQuery } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { useSnapshot } from "valtio";
import type { Command } from "#core/search/commands";
import type { Joke } from "#core/search/jokes";
import { hubIndexQuery } from "../../api/hub.ts";
import { useListState } from "../../editor/planned/use-list-state.ts";
import { useAccount } from "../../editor/portal/account.ts";
import { useCatalogue } from "../../editor/portal/metadata.ts";
import { useHttp } from "../../editor/http.ts";
import {
  useNotices,
  useOfferedCommands,
  useSettings,
  useShell,
  useTransactionList,
} from "../../editor/portal/stores.ts";
import { laterCall } from "../../ui/layout/later.tsx";
import { useLocale, useText } from "../../ui/text.ts";
import { Palette } from "../../views/palette/palette.tsx";
import { useSystem } from "../use-system.ts";
import {
  linkCommand,
  pageCommands,
  requestCommands,
  runCommands,
  settingCommands,
  typeCommands,
  workflowCommands,
} from "./palette-commands.ts";

/** The search with every command of the portal. */
export function PortalPalette({ term }: { readonly term: string }): ReactNode {
  return <Palette key={term} term={term} commands={useCommands()} onJoke={useJokes()} />;
}

const jokes = laterCall("jokes", async () => (await import("../../views/jokes/run-joke.ts")).runJoke);

/** Plays a joke; the code loads with the first one. */
function useJokes(): (joke: Joke) => void {
  const notices = useNotices();
  const settings = useSettings();
  return (joke) =>
    jokes.use((run) =>
      run(joke, {
        root: document.documentElement,
        wantsLessMotion: matchMedia("(prefers-reduced-motion: reduce)").matches,
        switchLanguage: () => settings.switchHiddenLanguage(),
        tell: (tone, title, text) =>
          notices.show({ tone, title: title === null ? null : { key: title }, text: { key: text } }),
      }),
    );
}

/** Commands of the page, navigation, workflows, request forms, menus and settings. */
function useCommands(): readonly Command[] {
  const system = useSystem();
  const say = useText();
  const locale = useLocale();
  const http = useHttp();
  const offered = useOfferedCommands();
  const settings = useSettings();
  const shell = useShell();
  const notices = useNotices();
  const { visitor, loginName } = useAccount();
  const catalogue = useCatalogue();
  const chosen = useSnapshot(settings.state);
  const { current } = useSnapshot(shell.state);
  const runs = useRunCommands();
  const { pathname, search } = useLocation();
  const version = useSyncExternalStore(offered.subscribe, offered.version);
  // oxlint-disable-next-line react/exhaustive-deps -- the number stands for what is offered
  const page = useMemo(() => offered.list(), [offered, version]);
  const { data: workflows } = useQuery({
    ...hubIndexQuery(http),
    enabled: visitor.signedIn,
    staleTime: Infinity,
  });
  return useMemo(() => {
    const speech = { say, locale };
    const here = current === null ? { path: pathname + search, title: null } : current;
    return withKeysOnce([
      ...page.filter(({ shown }) => shown === "page"),
      ...runs,
      linkCommand(speech, here, notices),
      ...pageCommands(speech, visitor, system),
      ...page.filter(({ shown }) => shown !== "page"),
      ...(visitor.signedIn ? typeCommands(speech, catalogue, { visitor, loginName }) : []),
      ...requestCommands(speech, visitor),
      ...workflowCommands(speech, workflows ?? []),
      ...settingCommands(speech, chosen, settings),
    ]);
  }, [
    say,
    locale,
    current,
    pathname,
    search,
    page,
    runs,
    notices,
    visitor,
    catalogue,
    loginName,
    system,
    workflows,
    chosen,
    settings,
  ]);
}

/** Test and apply of the planned list, where they are possible. */
function useRunCommands(): readonly Command[] {
  const say = useText();
  const locale = useLocale();
  const shell = useShell();
  const txlist = useTransactionList();
  const { visitor } = useAccount();
  const { items, run } = useListState(txlist);
  return useMemo(
    () =>
      runCommands(
        { say, locale },
        { want: shell.want, isBlocked: txlist.blockOf("test") !== null, mayApply: visitor.inDatabase },
      ),
    // oxlint-disable-next-line react/exhaustive-deps -- list and run stand for what blocks them
    [say, locale, shell, txlist, visitor, items, run],
  );
}

/** A key does the first of the commands that have it. */
function withKeysOnce(commands: readonly Command[]): readonly Command[] {
  const known = new Set<string>();
  return commands.map((command) => {
    const { key } = command;
    if (key === null) return command;
    if (known.has(key)) return { ...command, key: null };
    known.add(key);
    return command;
  });
}
