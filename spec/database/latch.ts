/** What some work waits for until it is opened. */
export interface Latch {
  readonly opened: Promise<void>;
  open(): void;
}

/** Makes a latch that is closed. */
export function createLatch(): Latch {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}
