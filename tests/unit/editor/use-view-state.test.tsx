// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { BrowserRouter } from "react-router-dom";
import { afterEach, expect, it } from "vitest";
import { useViewState } from "../../../src/editor/section/use-view-state.ts";

afterEach(cleanup);

function List(): ReactNode {
  const [view, setView] = useViewState(null);
  const changeTwice = (): void => {
    setView({ sort: [{ attribute: "name", isDescending: false }], page: 0 });
    setView({ q: "ia", page: 0 });
  };
  return (
    <button type="button" onClick={changeTwice}>
      {`${view.q} ${view.sort.map(({ attribute }) => attribute).join()}`}
    </button>
  );
}

it("[LIST-09] all changes of a list that come before the next drawing of the page are kept", () => {
  history.replaceState(null, "", "/units?size=5&other.q=x");
  render(
    <BrowserRouter>
      <List />
    </BrowserRouter>,
  );
  fireEvent.click(screen.getByRole("button"));
  expect(screen.getByRole("button").textContent).toBe("ia name");
  expect(location.search).toContain("size=5");
  expect(location.search).toContain("other.q=x");
});
