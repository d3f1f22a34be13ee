/** Settings as the operator gives them. */
export type Environment = Readonly<Record<string, string | undefined>>;

export type Mode = "devel" | "test" | "production";

/** The text of a setting; one that is empty is as if it were not set. */
export function textOf(env: Environment, name: string): string | null {
  const value = env[name]?.trim();
  return value === undefined || value === "" ? null : value;
}
