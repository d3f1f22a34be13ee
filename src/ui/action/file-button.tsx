import { useRef, type ReactNode } from "react";
import { useText } from "../text.ts";
import { Button } from "./button.tsx";

interface FileButtonProps {
  /** Endings and media types of offered files, as in the `accept` of HTML. */
  readonly accept: string;
  readonly onFile: (file: File) => void;
}

/** Chooses a file. The browser's own control would use the language of the browser. */
export function FileButton({ accept, onFile }: FileButtonProps): ReactNode {
  const say = useText();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button onClick={() => input.current?.click()}>{say("ui.file.choose")}</Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={say("ui.file.choose")}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file !== undefined) onFile(file);
          // Reset, so that the same file can be chosen again.
          target.value = "";
        }}
      />
    </>
  );
}
