import type { Step } from "#contract/wire/step";
import type { Section } from "./screen.ts";

/** What a subject adds to a screen of another one: steps that follow those of the screen, and the sections that draw them. */
export interface ScreenPart {
  readonly asks: readonly Step[];
  readonly sections: readonly Section[];
}
