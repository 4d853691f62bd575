import { expect } from 'chai';
import { percentPairs, readForm } from '../../../lib/http/bodies/form';

const read = (text: string, limit = 1000) => readForm(percentPairs(text), limit);
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('readForm: query strings and forms', () => {
  const scenarios: readonly (readonly [title: string, text: string, values: unknown])[] = [
    ['says nothing when it is empty', '', {}],
    ['keeps the last of equal names', 'a=1&a=2', { a: '2' }],
    ['reads lists in PHP’s notation', 'a[]=1&a[]=2', { a: ['1', '2'] }],
    ['reads encoded brackets', 'a%5B%5D=1', { a: ['1'] }],
    ['reads indexed lists in the order of their coming', 'a[5]=x&a[0]=y', { a: ['x', 'y'] }],
    ['reads objects', 'venue[venue]=Hall&venue[city]=Lyon', { venue: { venue: 'Hall', city: 'Lyon' } }],
    ['reads lists of objects', 'o[0][name]=Ann&o[1][name]=Bob', { o: [{ name: 'Ann' }, { name: 'Bob' }] }],
    ['counts on after an index', 'a[3]=x&a[]=y', { a: ['x', 'y'] }],
    ['lets a list replace a plain value', 'a=1&a[]=4', { a: ['4'] }],
    ['lets a plain value replace a list', 'a[]=4&a=1', { a: '1' }],
    ['makes underscores of dots and blanks in names', 'per.page=1&per+age=2', { per_page: '1', per_age: '2' }],
    ['keeps dots within brackets', 'a[b.c]=1', { a: { 'b.c': '1' } }],
    ['reads a name without value as empty', 'a&b=', { a: '', b: '' }],
    ['makes blanks of plus signs', 'a=1+2%2B3', { a: '1 2+3' }],
    ['leaves a percent sign that begins no byte', 'a=%zz&b=100%', { a: '%zz', b: '100%' }],
    ['makes question marks of invalid UTF-8', 'a=%ff%fe&b=%C3%A9%ff', { a: '??', b: 'é?' }],
    ['reads raw bytes as UTF-8', 'a=\xc3\xa9', { a: 'é' }],
    ['does not split at semicolons', 'a=1;b=2', { a: '1;b=2' }],
    ['makes an underscore of a bracket that is never closed', 'a[b=1', { a_b: '1' }],
    ['ignores a name that begins with a bracket', '[=1&[]=2&[a]=3&b=4', { b: '4' }],
    ['keeps the blanks of a key, but for one that is nothing else', 'a[+x+]=1&b[+]=2', { a: { ' x ': '1' }, b: ['2'] }],
    ['makes underscores of all that follows such a bracket', 'a[b.c[d e=1', { a_b_c_d_e: '1' }],
    ['ends a name at its first NUL', 'a%00b=1&c[d%00]=2', { a: '1', c_d: '2' }],
    ['ignores what follows a closed bracket', 'a[b]c=1', { a: { b: '1' } }],
    ['ignores pairs without a name', '=1&[]=2&&[a=3&%00b=4', {}],
    ['ignores what is nested deeper than 64', `a${'[x]'.repeat(65)}=1`, {}],
  ];
  for (const [title, text, values] of scenarios) {
    it(title, () => {
      expect(plain(read(text).values)).to.deep.equal(values);
    });
  }

  it('keeps every value of a repeated name, for args that are lists', () => {
    expect([...read('a=1&a=2&a=3&b=1&c=1&c[]=2').repeated]).to.deep.equal([['a', ['1', '2', '3']]]);
  });

  it('is refused beyond the limit of parameters, which the message names', () => {
    expect(() => read('a=1&b=2&c=3', 2)).to.throw(/at most 2/);
  });

  it('counts all parts of a name as one parameter, and bounds them together', () => {
    expect(plain(read('a[]=1&a[]=2&a[5]=3&a[x][y]=4&b=1&b=2', 2).values)).to.have.all.keys('a', 'b');
    expect(() => read('a=1&'.repeat(41), 2)).to.throw(/at most 40/);
  });

  it('keeps names such as __proto__ as data', () => {
    const { values } = read('__proto__[admin]=1&constructor[prototype][admin]=1&a[__proto__][admin]=1&toString=x');
    expect(Object.keys(values)).to.have.members(['__proto__', 'constructor', 'a', 'toString']);
    expect('admin' in {}).to.equal(false);
  });
});
