import { useMemo, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { matchPath, readParams } from "#core/route/pattern";
import type { Screen } from "#core/screen/screen";
import type { TextKey } from "#core/text";
import { useText } from "../../ui/text.ts";
import { ScreenView } from "./screen-view.tsx";

/** The page of a screen with the parameters of the open path. */
export function ScreenPage({
  screen,
  title,
}: {
  readonly screen: Screen;
  readonly title: TextKey;
}): ReactNode {
  const say = useText();
  const { pathname } = useLocation();
  const params = useMemo(
    () => readParams(screen.path, matchPath(screen.path, pathname) ?? {}),
    [screen, pathname],
  );
  return (
    <ScreenView
      screen={screen}
      params={params}
      name={Object.values(params).at(-1) ?? null}
      title={say(title)}
    />
  );
}
