import { expect } from 'chai';
import type { Column } from '../../lib/columns/column';
import { createColumn } from '../../lib/columns/create-column';
import { addRow, emptyMask, rowsIn } from '../../lib/columns/mask';

const ROWS = 30;
/** So many that a few rows fill a segment. */
const WORDS = 4000;
const VOCABULARY = 9001;

/** The words of a row in a round: some of a large vocabulary, others than before; each row has some of its own, too. */
const wordsOf = (row: number, round: number): string[] => {
  const words = [`trow${row}`, `tround${round}`, `trow${row}`];
  for (let place = 0; place < WORDS; place += 1) words.push(`d${((place * 2 + row * 811 + round * 4057) % VOCABULARY).toString(36)}`);
  return words;
};

/** What is asked for: words, beginnings, both; what is there, is no more, or never was. */
const ASKED: readonly (readonly (string | RegExp)[])[] = [
  ...[['trow7'], ['tround1'], ['tround2', 'tround4'], ['d1'], ['dzz'], ['d1', 'd2', 'dnone'], ['tnone'], []],
  ...[[/^trow/], [/^tround/], [/^d6x/], [/^dz/], [/^d/], [/^x/], [/^trow1/, 'tround3'], [/^d5a/, /^trow2/]],
];

const isFound = (words: ReadonlySet<string>, asked: readonly (string | RegExp)[]): boolean =>
  asked.some((one) => (typeof one === 'string' ? words.has(one) : [...words].some((word) => one.test(word))));

describe('columns: many words', () => {
  let column: Column;
  let held: (ReadonlySet<string> | undefined)[];
  beforeEach(() => {
    column = createColumn('keys.words', ROWS);
    held = Array(ROWS).fill(undefined);
  });

  const set = (row: number, words: readonly string[] | null): void => {
    expect(column.set(row, words)).to.equal(true);
    held[row] = new Set(words);
  };
  const clear = (row: number): void => {
    column.clear(row);
    held[row] = undefined;
  };
  const rowsMeeting = (operand: object): number[] => {
    const mask = emptyMask(ROWS);
    for (const row of held.keys()) if (held[row] !== undefined) addRow(mask, row);
    column.narrow(operand)?.(mask);
    return [...rowsIn(mask)];
  };
  const agree = (questions = ASKED): void => {
    for (const asked of questions) {
      const found = held.map((words) => words && isFound(words, asked));
      for (const [operator, wanted] of [['$in', true] as const, ['$nin', false] as const])
        expect(rowsMeeting({ [operator]: asked }), `${operator} ${asked}`).to.deep.equal(
          [...found.keys()].filter((row) => found[row] === wanted),
        );
    }
  };
  const others = () => new Promise(setImmediate);

  it('are those that were set last, while they are put together and when they are', async () => {
    for (let round = 0; round < 6; round += 1) {
      for (let row = 0; row < ROWS; row += 1) {
        // Some are as they were in the first round, and others for a while.
        if (round > 0 && (row % 10 === 0 || (row + round) % 3 === 0)) continue;
        if ((row + round) % 7 === 3) clear(row);
        else set(row, (row + round) % 11 === 5 ? null : wordsOf(row, round));
        // What is put together meanwhile is asked in every state.
        if (row % 8 === 0) await others();
        if (row % 20 === 0) agree(ASKED.slice(round, round + 3));
      }
      agree();
    }
    for (let turn = 0; turn < 300; turn += 1) await others();
    agree();
  });

  it('take room for what rows have, not for what they had', async () => {
    /** The least room in a round: what was set last takes more, until it is put in order. */
    const roundOf = async (round: number): Promise<number> => {
      let least = Number.POSITIVE_INFINITY;
      for (let row = 0; row < ROWS; row += 1) {
        set(row, wordsOf(row, round));
        await others();
        least = Math.min(least, column.bytes());
      }
      return least;
    };
    await roundOf(0);
    const once = await roundOf(1);
    for (let round = 2; round < 6; round += 1) await roundOf(round % 3);
    expect(await roundOf(0)).to.be.lessThan(5 * once);
    agree(ASKED.slice(0, 4));
  });

  it('are found where a text stands in more than a hundred thousand of them', () => {
    const texts = createColumn('keys.text', ROWS);
    const many = Array.from({ length: 150_000 }, (_, place) => `e${place}`).join(' ');
    for (const [row, text] of [many, 'x1', 'xe'].entries()) texts.set(row, text);
    const mask = Uint8Array.of(7);
    texts.narrow({ $regex: 'e' })?.(mask);
    expect([...rowsIn(mask)]).to.deep.equal([0, 2]);
  });

  it('count with their letters in what a column takes, until a record has them no more', () => {
    const column = createColumn('keys.text', 1);
    column.set(0, 'short');
    const bytes = column.bytes();
    column.set(0, 'long'.repeat(25_000));
    expect(column.bytes()).to.be.at.least(100_000);
    column.set(0, 'short');
    expect(column.bytes()).to.equal(bytes);
  });
});
