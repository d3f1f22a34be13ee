import type { ReactNode } from "react";

/** Rows of the list in the picture: the kind of change, and the length of their words. */
const ROWS = [
  { kind: "new", name: 92, value: 70 },
  { kind: "changed", name: 64, value: 98 },
  { kind: "going", name: 80, value: 48 },
  { kind: "new", name: 104, value: 60 },
] as const;

/** Services that follow, by the height of their line. */
const SERVICES = [
  { name: "DNS", y: 34 },
  { name: "DHCP", y: 108 },
  { name: "RADIUS", y: 182 },
] as const;

const ROW = 38;

/** One list that changes several services at once. The sentences beside it say the same. */
export function DoorPicture(): ReactNode {
  return (
    <svg className="door-picture" viewBox="0 0 460 260" aria-hidden="true" focusable="false">
      <rect className="door-card" x="1" y="21" width="232" height="218" rx="10" />
      <path className="door-edge" d="M1 61H233" />
      <rect className="door-word is-strong" x="19" y="36" width="84" height="10" rx="5" />
      {ROWS.map(({ kind, name, value }, at) => (
        <g key={at} transform={`translate(19 ${String(80 + at * ROW)})`}>
          <circle className={`door-sign is-${kind}`} cx="7" cy="7" r="7" />
          <rect className="door-word is-strong" x="26" y="0" width={name} height="6" rx="3" />
          <rect className="door-word" x="26" y="11" width={value} height="5" rx="2.5" />
        </g>
      ))}
      {SERVICES.map(({ name, y }) => (
        <g key={name}>
          <path className="door-way" d={`M233 130C290 130 282 ${String(y + 22)} 339 ${String(y + 22)}`} />
          <rect className="door-card" x="339" y={y} width="120" height="44" rx="8" />
          <circle className="door-sign is-new" cx="359" cy={y + 22} r="4" />
          <text className="door-name" x="375" y={y + 26.5}>
            {name}
          </text>
        </g>
      ))}
      <circle className="door-hub" cx="233" cy="130" r="15" />
      <path className="door-tick" d="m226.500 130.500 4.500 4.500 8.500-9" />
    </svg>
  );
}
