import { effectiveLocale } from "#core/locales";
import { createElement, useMemo, type ComponentType, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import type { ObjectName } from "#contract/wire/step";
import { matchPath, readParams } from "#core/route/pattern";
import type { TextKey } from "#core/text";
import { screenAtPath, TAB, type PageReading } from "../../screens/object/page-screen.ts";
import { useAccount } from "../portal/account.ts";
import { useWords } from "../portal/words.ts";
import { askScreen, type AskingAhead } from "../screen/ask-screen.ts";
import { ScreenView } from "../screen/screen-view.tsx";

/** The page of an object at the path that the portal knows for its type. */
export function typePage(type: ObjectName, title: TextKey): ComponentType {
  return () => createElement(TypePage, { type, title });
}

interface TypePageProps {
  readonly type: ObjectName;
  /** Title until the object is known. */
  readonly title: TextKey;
}

/** Head, sentence and lists as the definition of the type says. */
function TypePage({ type, title }: TypePageProps): ReactNode {
  const { pathname } = useLocation();
  const reading = usePageReading();
  const { say } = useWords();
  const screen = useMemo(() => screenAtPath(reading, type), [reading, type]);
  const params = useMemo(
    () => (screen === null ? {} : readParams(screen.path, matchPath(screen.path, pathname) ?? {})),
    [screen, pathname],
  );
  if (screen === null) throw new Error(`${type} does not say what its page shows`);
  return (
    <ScreenView
      screen={screen}
      params={params}
      name={Object.values(params).at(-1) ?? null}
      title={say(title)}
    />
  );
}

/** Values besides the object on which its page depends. */
export function usePageReading(): PageReading {
  const { locale, catalogue } = useWords();
  const { permissions } = useAccount().visitor;
  const tab = new URLSearchParams(useLocation().search).get(TAB);
  return useMemo(() => ({ catalogue, locale, permissions, tab }), [catalogue, locale, permissions, tab]);
}

/** Requests the lists of the page of an object before the page is drawn. */
export async function askTypePage(
  asking: AskingAhead,
  type: ObjectName,
  params: Readonly<Record<string, string>>,
): Promise<void> {
  const { visitor, catalogue } = asking;
  const tab = new URLSearchParams(window.location.search).get(TAB);
  // The texts of a page do not affect its requests.
  const reading = {
    catalogue: await catalogue(),
    locale: effectiveLocale(null, []),
    permissions: visitor.permissions,
    tab,
  } as const;
  const screen = screenAtPath(reading, type);
  if (screen !== null) await askScreen(asking, screen, params);
}
