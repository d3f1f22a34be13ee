/** A picture of one state in one look; its file is `<state>.<width>.<language>.<theme>.png`. */
export interface Shot {
  readonly file: string;
  readonly state: string;
  readonly width: number;
  readonly locale: string;
  readonly theme: string;
}

const NAME = /^(.+)\.(\d+)\.(\w+)\.(light|dark)\.png$/;

/** The picture that a file name describes; null for other files. */
export function shotOf(file: string): Shot | null {
  const [, state, width, locale, theme] = NAME.exec(file) ?? [];
  if (state === undefined || locale === undefined || theme === undefined) return null;
  return { file, state, width: Number(width), locale, theme };
}

/** The pictures of each state: wide ones first, light beside dark, in the order of the languages. */
export function byState(files: readonly string[]): ReadonlyMap<string, readonly Shot[]> {
  const shots = files.map(shotOf).filter((shot) => shot !== null);
  const sorted = shots.toSorted(
    (one, other) =>
      one.state.localeCompare(other.state) ||
      other.width - one.width ||
      one.locale.localeCompare(other.locale) ||
      other.theme.localeCompare(one.theme),
  );
  return Map.groupBy(sorted, ({ state }) => state);
}
