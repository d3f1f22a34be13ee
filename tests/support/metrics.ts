/** Names of all series in a text of Prometheus, including those of histograms. */
export function namesIn(text: string): ReadonlySet<string> {
  const names = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = "", kind]) =>
    kind === "histogram" ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
  return new Set(names);
}

/** Calls by `function fault`, and numbers of measured durations by `duration function`. */
export function callsOfMetrics(text: string): ReadonlyMap<string, number> {
  const calls = [
    ...text.matchAll(/^netportal_calls_total\{function="([^"]*)",fault="([^"]*)"\} (\d+)$/gm),
  ].map(([, name = "", fault = "", count]) => [`${name} ${fault}`, Number(count)] as const);
  const durations = [
    ...text.matchAll(/^netportal_call_duration_seconds_count\{function="([^"]*)"\} (\d+)$/gm),
  ].map(([, name = "", count]) => [`duration ${name}`, Number(count)] as const);
  return new Map([...calls, ...durations]);
}
