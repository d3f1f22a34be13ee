import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";

export interface Difference {
  /** Share of the pixels that changed, 0 to 1. An area that only one of the pictures has counts as changed. */
  readonly share: number;
  /** The new picture in pale colours, with the changed pixels in red. */
  readonly picture: Buffer;
}

/** Compares two pictures of a page; null if they are the same. */
export function differenceOf(last: Buffer, now: Buffer): Difference | null {
  if (last.equals(now)) return null;
  const [before, after] = [PNG.sync.read(last), PNG.sync.read(now)];
  const width = Math.max(before.width, after.width);
  const height = Math.max(before.height, after.height);
  const drawn = new PNG({ width, height });
  const changed = pixelmatch(
    onGround(before, width, height).data,
    onGround(after, width, height).data,
    drawn.data,
    width,
    height,
    { threshold: 0.1 },
  );
  return changed === 0 ? null : { share: changed / (width * height), picture: PNG.sync.write(drawn) };
}

/** The picture at the top left of a ground of this size. No page has the colour of the ground. */
function onGround(picture: PNG, width: number, height: number): PNG {
  const ground = new PNG({ width, height });
  for (let at = 0; at < ground.data.length; at += 4) ground.data.set([255, 0, 255, 255], at);
  PNG.bitblt(picture, ground, 0, 0, picture.width, picture.height, 0, 0);
  return ground;
}
