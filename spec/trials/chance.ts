/** Numbers from 0 (inclusive) to 1 (exclusive), the same for the same seed: the minimal standard generator of Park and Miller. */
export const chanceOf = (seed: number): (() => number) => {
  // Seeds that lie near one another have first numbers that do, too.
  let state = (seed * 7919) % 0x7f_ff_ff_ff || 1;
  return () => {
    state = (state * 48_271) % 0x7f_ff_ff_ff;
    return state / 0x7f_ff_ff_ff;
  };
};
