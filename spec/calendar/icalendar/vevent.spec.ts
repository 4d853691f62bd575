import { expect } from 'chai';
import fc from 'fast-check';
import type { CalendarEvent } from '../../../lib/calendar/icalendar/vevent';
import { readCalendar } from '../../support/read-calendar';
import { runs } from '../../support/runs';
import { calendarOf, sampleEvent } from './sample';

const place = { name: 'Old Hall', address: ['1, rue du Port', '', 'Lyon'], latitude: 45.764043, longitude: 4.8356591234 };
const contact = { name: 'Tea Society', email: 'tea@example.org', phone: '+33 1' };

/** A property of events, an event that has it, and the lines of the VEVENT that show it. */
const LINES: readonly (readonly [string, Partial<CalendarEvent>, readonly string[]])[] = [
  ['a language', { language: 'fr', title: 'Fête' }, ['SUMMARY;LANGUAGE=fr:Fête']],
  ['a status', { status: 'TENTATIVE' }, ['STATUS:TENTATIVE']],
  ['its last change', { sequence: 7 }, ['DTSTAMP:20300102T030405Z', 'LAST-MODIFIED:20300102T030405Z', 'SEQUENCE:7']],
  [
    'whole days, to the day after the last',
    { allDay: true, startDate: '2030-12-30 00:00:00', endDate: '2030-12-31 23:59:59' },
    ['DTSTART;VALUE=DATE:20301230', 'DTEND;VALUE=DATE:20310101'],
  ],
  [
    'the last day of all',
    { allDay: true, startDate: '9999-12-30 00:00:00', endDate: '9999-12-31 23:59:59' },
    ['DTSTART;VALUE=DATE:99991230', 'DURATION:P2D'],
  ],
  ['a place', { places: [place] }, ['LOCATION;LANGUAGE=en:Old Hall\\, 1\\, rue du Port\\, Lyon', 'GEO:45.764043;4.835659']],
  [
    'places',
    { places: [{ ...place, latitude: null }, place] },
    ['LOCATION;LANGUAGE=en:Old Hall\\, 1\\, rue du Port\\, Lyon\\; Old Hall\\, 1\\, rue du Port\\, Lyon', 'GEO:45.764043;4.835659'],
  ],
  ['whom to write to', { contacts: [contact] }, ['ORGANIZER;CN="Tea Society":mailto:tea@example.org']],
  ['a name with quotation marks', { contacts: [{ ...contact, name: '"A^B"' }] }, [`ORGANIZER;CN="^'A^^B^'":mailto:tea@example.org`]],
  [
    'whom to call',
    { contacts: [{ ...contact, email: 'nobody' }, contact, { ...contact, name: 'Ann', email: '' }] },
    [
      'ORGANIZER;CN="Tea Society":mailto:tea@example.org',
      'CONTACT;LANGUAGE=en:Tea Society\\, +33 1\\, nobody',
      'CONTACT;LANGUAGE=en:Ann\\, +33 1',
    ],
  ],
  ['categories', { categories: ['Music, live', 'Été'] }, ['CATEGORIES;LANGUAGE=en:Music\\, live,Été']],
];

const HOSTILE = [
  'END:VEVENT\r\nEND:VCALENDAR',
  'a\r\nATTENDEE:mailto:x@example.org',
  'back\\slash, comma; semicolon: colon "quotes" \\n \\,',
  'tab\there, two\n\nlines and\rmore',
  `é${'日本語'.repeat(100)}`,
  '😀'.repeat(60),
  ' blanks at the ends ',
];

const isHigh = (unit: string) => /[\ud800-\udbff]/.test(unit);
const asRead = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\t\n])\p{Cc}/gu, '')
    .replace(/\p{Surrogate}/gu, '\ufffd');

describe('VEVENT', () => {
  for (const [what, more, lines] of LINES) {
    it(`has ${what}`, () => {
      const written = calendarOf([sampleEvent(more)])
        .replaceAll('\r\n ', '')
        .split('\r\n');
      expect(written).to.include.members([...lines]);
    });
  }

  it('has no DTEND where an event ends when it starts', () => {
    const text = calendarOf([sampleEvent({ endDate: '2030-05-06 07:08:09' })]);
    expect(text).to.include('DTSTART:20300506T070809Z\r\n').and.not.include('DTEND').and.not.include('DURATION:P1');
  });

  it('has no ORGANIZER with an invalid email', () => {
    for (const email of ['a@b', 'a b@c.org', 'a@b.org?bcc=x', 'a@b.org\r\nX:1', '"a"@b.org', `${'a'.repeat(65)}@b.org`])
      expect(calendarOf([sampleEvent({ contacts: [{ ...contact, email }] })]), email).to.not.include('ORGANIZER');
  });

  for (const text of HOSTILE) {
    it(`escapes ${JSON.stringify(text.slice(0, 40))}`, () => {
      const event = sampleEvent({
        title: text,
        description: text,
        categories: [text, 'other'],
        places: [{ ...place, name: text }],
        contacts: [{ ...contact, name: text }],
      });
      const read = readCalendar(calendarOf([event])).events;
      expect(read).to.have.lengthOf(1);
      expect(read[0]?.text('summary')).to.equal(asRead(text));
      expect(read[0]?.all('categories')).to.deep.equal([asRead(text), 'other']);
      expect(read[0]?.all('attendee')).to.deep.equal([]);
    });
  }

  it('is parsed back unchanged, and folds lines at 75 bytes', () => {
    const text = fc.string({ unit: 'binary', maxLength: 200 });
    fc.assert(
      fc.property(text, text, fc.array(text, { maxLength: 3 }), (title, description, categories) => {
        const written = calendarOf([sampleEvent({ title, description, categories })]);
        for (const line of written.split('\r\n')) expect(Buffer.byteLength(line)).to.be.below(76);
        expect(written.replaceAll('\r\n', '')).to.not.match(/[\r\n]/);
        const [read] = readCalendar(written).events;
        expect(read?.text('summary') ?? '').to.equal(asRead(title));
        expect(read?.text('description') ?? '').to.equal(asRead(description));
        if (categories.length > 0) expect(read?.all('categories')).to.deep.equal(categories.map(asRead));
      }),
      { numRuns: runs(200) },
    );
  });

  it('cuts a long LOCATION between characters', () => {
    const [read] = readCalendar(calendarOf([sampleEvent({ places: [{ ...place, name: `a${'😀'.repeat(400)}` }] })])).events;
    expect([...(read?.text('location') ?? '')].every((sign) => !isHigh(sign) || sign.length === 2)).to.equal(true);
    expect(read?.text('location')).to.match(/^a(?:😀){249}…$/u);
  });
});
