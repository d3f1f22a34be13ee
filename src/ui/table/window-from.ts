/** Pages with so many rows draw only those in view. */
export const WINDOW_FROM = 121;
