// @vitest-environment jsdom
import { act, cleanup, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { BrowserRouter } from "react-router-dom";
import { afterEach, expect, it } from "vitest";
import type { ViewState } from "#core/table/view-state";
import { useViewState } from "../../../src/editor/section/use-view-state.ts";

afterEach(cleanup);

it("[LIST-09] changes of a list that come before the page is drawn again are all kept", () => {
  history.replaceState(null, "", "/units?size=5&other.q=x");
  let change: ((members: Partial<ViewState>) => void) | undefined;
  function List(): ReactNode {
    const [view, setView] = useViewState(null);
    change = setView;
    return <output>{`${view.q} ${view.sort.map(({ attribute }) => attribute).join()}`}</output>;
  }
  const { container } = render(
    <BrowserRouter>
      <List />
    </BrowserRouter>,
  );
  act(() => {
    const early = change;
    early?.({ sort: [{ attribute: "name", isDescending: false }], page: 0 });
    early?.({ q: "ia", page: 0 });
  });
  expect(container.textContent).toBe("ia name");
  expect(location.search).toContain("size=5");
  expect(location.search).toContain("other.q=x");
});
