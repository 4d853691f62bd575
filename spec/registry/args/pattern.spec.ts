import { expect } from 'chai';
import { DATE_PATTERN, ZONE_PATTERN } from '../../../lib/calendar/dates/patterns';
import { WEBSITE_PATTERN } from '../../../lib/calendar/website';
import { visible } from '../../../lib/content/values/texts';
import { ApiError } from '../../../lib/errors/refusal';
import type { Schema } from '../../../lib/registry/args/arg';
import { MOST_COPIES, MOST_READ, patternOf, wrongPattern } from '../../../lib/registry/args/pattern';
import { compileSchema, compileStrictly } from '../../../lib/registry/args/schema-validator';

const from = (first: number, count: number): string[] => Array.from({ length: count }, (_, at) => String.fromCodePoint(first + at));
/** Characters at the borders of character classes, and longer texts. */
// biome-ignore format: a list
const TEXTS = [
  ...from(0, 0x300), ...from(0x2000, 0x70), '\u1680', '\u180e', '\u3000', '\ufeff', '\ufffe', 'Σ', 'ς', 'Ж', 'ש', 'ع', '日', '한', 'K', 'ſ', '😀', '😎',
  '\u{10ffff}', '\ud83d', '\ude00', '', 'ab', 'aab', 'a\n', '\na', 'a\nb', 'a b', 'a-b', 'a😀', '😀😀', 'a.b', 'a/b', '[a]', 'a]', 'aB9_', 'aaaa',
];

// biome-ignore format: a list
const patterns = [
  '^.$', '^.+$', '^\\d$', '^\\D$', '^\\s$', '^\\S$', '^\\w$', '^\\W$', '^[^]$', '[]', '^[^\\s,0]$', '^[\\d-]$', '^[\\w.-]+$', '^[\\b]$', '^\\n$',
  '^\\t|\\v|\\f|\\r$', '^\\cJ$', '^\\0$', '^\\x41$', '^\\u00e9$', '^\\u{1F600}$', '^\\ud83d\\ude00$', '\\ud83d', '^[\\ud800-\\udfff]$', '^[😀-😎]$',
  '^[\\u{1F600}-\\u{1F60E}a]$', '^[^a]$', '^[\\]a]$', '^[[:alph:]$', '^[a&&b]$', '^[\\-a]$', '^\\$$', '^\\.$', 'a\\/?b', '^[/$^.]$', 'a$', '^a',
  'a\\b', '\\ba', '^\\B', '^(a|b)+$', '^(?:a*)*$', '^(?<one>a)(?:b)??$', '^a{2}$', '^a{2,}$', '^a{0,3}b?$', '^a*?b$', 'a|^$', '^.{2}$', '^\\p{L}$',
  '^\\P{L}$', '^\\p{Lu}+$', '^[^\\p{L}\\d]$', '^\\p{Script=Cyrillic}$', '^\\p{Script_Extensions=Han}$', '^\\p{Emoji}$', '^[\\P{ASCII}_]$',
];

describe('patternOf: patterns of schemas', () => {
  for (const pattern of patterns) {
    it(`match what RegExp matches: ${pattern}`, () => {
      const own = new RegExp(pattern, 'u');
      expect(wrongPattern(pattern)).to.equal(undefined);
      expect(TEXTS.filter((text) => patternOf(pattern).test(text) !== own.test(text))).to.deep.equal([]);
    });
  }

  for (const [pattern, lacked] of [
    ['^(?!a)', '(?!'],
    ['^(?=a)', '(?='],
    ['(?<!a)b', '(?<!'],
    ['(?<=a)b', '(?<='],
    ['^(a)\\1$', '\\1'],
    ['^(?<one>a)\\k<one>$', '\\k<one>'],
    [`${'('.repeat(300)}a${')'.repeat(300)}`, 'more than 200 groups inside of one another'],
  ] as const) {
    it(`are refused where they cannot take linear time: ${pattern.slice(0, 40)}`, () => {
      expect(wrongPattern(pattern)).to.equal(
        `the pattern ${pattern} has ${lacked}, which the engine lacks (it takes linear time, without look-arounds and back references): write it without.`,
      );
    });
  }

  it('accept escapes that only look like look-around', () => {
    for (const pattern of ['\\(?=a', '[(?!]', '\\\\(1)', '[\\b]', '(?:a)(?<b>c)', '\\\\k'])
      expect(wrongPattern(pattern)).to.equal(undefined);
  });

  for (const [pattern, copies] of [
    [`^a{${MOST_COPIES + 1}}$`, MOST_COPIES + 1],
    [`^[a-z]{0,99999}$`, 99_999],
    ['^(?:\\d{1,3}[.,]){400}$', 1600],
    ['^(?:(?:a{10}){11}){12}$', 1320],
    ['^(?:){5000}$', 5000],
    ['^a{501}b{500}$', 1001],
  ] as const) {
    it(`are refused where repetitions multiply too often: ${pattern}`, () => {
      expect(wrongPattern(pattern)).to.equal(
        `the counts in the pattern ${pattern} stand for ${copies} pieces, of at most 1000: count less, or use minLength and maxLength.`,
      );
    });
  }

  it('are accepted with repetitions up to the bound', () => {
    const deep = `${'(?:'.repeat(199)}a${')*'.repeat(199)}`;
    for (const pattern of ['^a{1000}$', '^[a-z]{0,1000}$', '^(?:a{10}){100}$', '^(?:(?:){10}){100}$', '^(?:\\p{L}?){1000}$', deep]) {
      expect(wrongPattern(pattern)).to.equal(undefined);
      expect(patternOf(pattern).test('😀')).to.equal(new RegExp(pattern, 'u').test('😀'));
    }
  });

  it('can be empty', () => {
    expect(compileSchema({ type: 'string', pattern: '' })('a', 'code')).to.equal('a');
  });

  it('of the OpenAPI document are accepted, and match as RegExp does', () => {
    for (const [pattern, some, others] of [
      [DATE_PATTERN, ['2030-05-06 07:08', 'tomorrow 9am'], ['2030-02-30', 'soon']],
      [ZONE_PATTERN, ['Europe/Paris', 'UTC+5.5', ''], ['Europe/Nowhere']],
      [
        WEBSITE_PATTERN,
        ['https://example.org/a?b#c', 'datas://x', 'jav://x', 'dat://x', 'view://x'],
        ['JavaScript://x', 'data://x', 'jar://x'],
      ],
      [visible(9).pattern ?? '', ['00', ' 0', '<b>0', '0\n', '<', '<1'], ['0', '', ' ', '<b> </b>', '<b>', '\u200b\u3164', '\u2060\u00ad']],
    ] as const) {
      expect(wrongPattern(pattern)).to.equal(undefined);
      expect([...some, ...others].filter((text) => patternOf(pattern).test(text))).to.deep.equal(some);
    }
  });
});

describe('patterns of arguments and answers', () => {
  const POLYNOMIAL = '^(.*),(.*),(.*);$';
  const commas = ','.repeat(60_000);
  const schemas: readonly (readonly [string, Schema, hostile: unknown])[] = [
    ['a text', { type: 'string', pattern: POLYNOMIAL }, commas],
    ['items', { type: 'array', items: { type: ['string', 'integer'], pattern: '^(a+)+$' } }, [`${'a'.repeat(50_000)}!`]],
    ['branches', { anyOf: [{ type: 'string', pattern: '^(\\w+\\s?)*$' }, { type: 'integer' }] }, `${'ab '.repeat(20_000)}!`],
    [
      'the names of properties',
      { type: 'object', patternProperties: { [POLYNOMIAL]: { type: 'integer' } }, additionalProperties: false },
      { [commas]: 1 },
    ],
  ];
  for (const [title, schema, hostile] of schemas) {
    it(`refuse in linear time: ${title}`, () => {
      expect(compileSchema(schema)(hostile, 'code')).to.be.instanceOf(ApiError);
      expect(compileStrictly(schema).check(hostile)).to.not.have.lengthOf(0);
    });
  }
});

describe('length of text that a pattern reads', () => {
  const long = 'a'.repeat(MOST_READ);
  const schemas: readonly (readonly [string, Schema, unknown, unknown])[] = [
    ['a text', { type: 'string', pattern: '^a*$' }, long, `${long}a`],
    ['a text of two units a character', { type: 'string', pattern: '^.*$' }, '😀'.repeat(MOST_READ), '😀'.repeat(MOST_READ + 1)],
    ['all texts of a list', { type: 'array', items: { type: 'string', pattern: '^[ab]*$' } }, [long], [long, 'b']],
    [
      'what branches share',
      {
        anyOf: [
          { type: 'string', pattern: '^b' },
          { type: 'string', pattern: '^a' },
        ],
      },
      long,
      `${long}a`,
    ],
    [
      'the names of properties',
      { type: 'object', patternProperties: { '^a': { type: 'string' } } },
      { [long]: 'b' },
      { [`${long}a`]: 'b' },
    ],
  ];
  for (const [title, schema, fits, exceeds] of schemas) {
    it(`is bounded: ${title}`, () => {
      expect(compileSchema(schema)(fits, 'code')).to.deep.equal(fits);
      const refused = compileSchema(schema)(exceeds, 'code');
      expect(refused).to.be.instanceOf(ApiError).with.property('code', 'rest_too_long');
      expect((refused as ApiError).text).to.deep.equal({
        en: '`code` is too long for its pattern: send at most 65536 characters.',
        fr: '`code` est trop long pour son motif : envoyez au plus 65536 caractères.',
      });
      expect(compileSchema(schema)(fits, 'code')).to.deep.equal(fits);
    });
  }

  it('is refused in other words than a text that does not match', () => {
    const code: Schema = { type: 'string', pattern: '^b*$' };
    expect(compileSchema(code)(long, 'code')).to.have.property('code', 'rest_invalid_pattern');
  });

  it('does not bound answers, whose long texts are not checked', () => {
    const { check } = compileStrictly({ type: 'string', pattern: '^b*$' });
    expect(check(long)).to.have.lengthOf(1);
    expect(check(`${long}a`)).to.equal(undefined);
  });
});
