import { configure } from "@testing-library/react";

/** Characters of the page in the error of a query. */
const SHOWN = 2_000;

/**
 * A query waits for a busy machine. Its error has the texts of the page: all elements would be a thousand lines, and a query that waits would print
 * them at each of its tries.
 */
configure({
  asyncUtilTimeout: 45_000,
  getElementError(message, container) {
    const [whole] = (message ?? "").split("\n\n");
    const error = new Error(`${whole ?? ""}\n\n${textsOf(container).slice(0, SHOWN)}`);
    error.name = "TestingLibraryElementError";
    return error;
  },
});

function textsOf({ textContent }: Element): string {
  return (textContent ?? "").replaceAll(/\s+/g, " ");
}
