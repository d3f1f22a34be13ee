import { getI18n } from "react-i18next";
import type { TextKey } from "#core/text";
import "./jokes.css";

/** Speed in pixels a second that no hand reaches on the way to a button. */
const FAST = 12_000;
/** Shortest measured time in ms; a longer pause starts again. */
const SPAN = 60;
const PAUSE = 200;
const SHOWN = 1500;
const TEXT: TextKey = "views.jokes.speed";

/** Measures the speed of the mouse in pixels a second after each span, otherwise null. */
export function speedometer(): (x: number, y: number, time: number) => number | null {
  let last: readonly [x: number, y: number, time: number] | null = null;
  let way = 0;
  let since = 0;
  return (x, y, time) => {
    const isOn = last !== null && time - last[2] <= PAUSE;
    if (last === null || !isOn) [way, since] = [0, time];
    else way += Math.hypot(x - last[0], y - last[1]);
    last = [x, y, time];
    const span = time - since;
    if (span < SPAN) return null;
    const speed = (way / span) * 1000;
    [way, since] = [0, time];
    return speed;
  };
}

/** Briefly shows the speed of a very fast mouse (EGG-07, EGG-08). */
export function watchMouseSpeed(body: HTMLElement): void {
  const speedAt = speedometer();
  const shown = document.createElement("div");
  shown.className = "mouse-speed";
  shown.setAttribute("aria-hidden", "true");
  let timer = 0;
  const show = (speed: number): void => {
    shown.textContent = getI18n().t(TEXT, { speed: Math.round(speed / 100) * 100 });
    body.append(shown);
    clearTimeout(timer);
    timer = window.setTimeout(() => shown.remove(), SHOWN);
  };
  const moved = ({ pointerType, clientX, clientY, timeStamp }: PointerEvent): void => {
    if (pointerType !== "mouse") return;
    const speed = speedAt(clientX, clientY, timeStamp);
    if (speed !== null && speed >= FAST) show(speed);
  };
  addEventListener("pointermove", moved, { passive: true });
}
