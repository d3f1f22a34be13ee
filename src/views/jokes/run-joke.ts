import type { Joke } from "#core/search/jokes";
import type { TextKey } from "#core/text";
import "./jokes.css";

export interface JokePorts {
  /** The root element of the document. */
  readonly root: HTMLElement;
  readonly wantsLessMotion: boolean;
  /** Switches the Swabian texts on and off. */
  readonly switchLanguage: () => void;
  readonly tell: (tone: "info" | "error", title: TextKey | null, text: TextKey) => void;
}

const TURN = { duration: 1200, easing: "ease-in-out", id: "barrel-roll" };

/** Plays a joke on the page. Only the language is stored, so a reload ends it (EGG-08, EGG-10). */
export function runJoke(joke: Joke, ports: JokePorts): void {
  switch (joke) {
    case "barrelroll":
      return turn(ports);
    case "colourblind":
      return change("data-joke-colours", ports);
    case "typography":
      return change("data-joke-lettering", ports);
    case "aprilfools":
      return change("data-joke-icons", ports);
    case "translation":
      return ports.switchLanguage();
    case "error":
      return ports.tell("error", "views.jokes.errorTitle", "views.jokes.errorText");
  }
}

function change(attribute: string, { root, tell }: JokePorts): void {
  if (root.toggleAttribute(attribute)) tell("info", null, "views.jokes.ends");
}

/** Turns the visible part around its middle, once. */
function turn({ root, wantsLessMotion, tell }: JokePorts): void {
  if (wantsLessMotion) return tell("info", null, "views.jokes.still");
  const { body } = root.ownerDocument;
  const middle = `50% ${String(scrollY + innerHeight / 2)}px`;
  root.setAttribute("data-joke-turning", "");
  const frames = [
    { transform: "rotate(0deg)", transformOrigin: middle },
    { transform: "rotate(360deg)", transformOrigin: middle },
  ];
  body.animate(frames, TURN).addEventListener("finish", () => root.removeAttribute("data-joke-turning"));
}
