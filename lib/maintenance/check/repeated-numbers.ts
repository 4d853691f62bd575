/** Finds numbers that occur more than once. A million numbers take 8 MB. */
export interface RepeatedNumbers {
  note(number: number): void;
  /** The numbers that were noted at least twice. Call it once, at the end. */
  found(): ReadonlySet<number>;
}

const FIRST_LENGTH = 1024;

/** Creates an empty list of numbers. */
export function createRepeatedNumbers(): RepeatedNumbers {
  let numbers = new Float64Array(FIRST_LENGTH);
  let length = 0;
  return {
    note(number) {
      if (length === numbers.length) {
        const longer = new Float64Array(length * 2);
        longer.set(numbers);
        numbers = longer;
      }
      numbers[length++] = number;
    },
    found() {
      const sorted = numbers.subarray(0, length).sort();
      const same = new Set<number>();
      for (let index = 1; index < length; index++) {
        const number = sorted[index];
        if (number !== undefined && number === sorted[index - 1]) same.add(number);
      }
      return same;
    },
  };
}
