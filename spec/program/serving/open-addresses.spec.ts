import { expect } from 'chai';
import { openAddresses } from '../../../lib/program/commands/serve';

const CASES: readonly (readonly [
  title: string,
  listens: string,
  settings: { readonly ALLOWED_HOSTS?: readonly string[]; readonly PUBLIC_URL?: string },
  root: string,
  curl: string,
])[] = [
  [
    'are those at which it listens, where any host may be called',
    'http://127.0.0.1:3000',
    {},
    'http://127.0.0.1:3000',
    'curl http://127.0.0.1:3000/en',
  ],
  [
    'are so where that host is listed',
    'http://127.0.0.1:3000',
    { ALLOWED_HOSTS: ['x.example', '127.0.0.1'] },
    'http://127.0.0.1:3000',
    'curl http://127.0.0.1:3000/en',
  ],
  [
    'have another name of the machine that is listed',
    'http://127.0.0.1:3000',
    { ALLOWED_HOSTS: ['localhost'] },
    'http://localhost:3000',
    'curl http://localhost:3000/en',
  ],
  [
    'have the port that is listed',
    'http://0.0.0.0:3000',
    { ALLOWED_HOSTS: ['localhost:3000'] },
    'http://localhost:3000',
    'curl http://localhost:3000/en',
  ],
  ['know IPv6', 'http://[::]:3000', { ALLOWED_HOSTS: ['[::1]'] }, 'http://[::1]:3000', 'curl http://[::1]:3000/en'],
  [
    'call the first host that is listed where none leads to this machine',
    'http://127.0.0.1:3000',
    { ALLOWED_HOSTS: ['calendar.example', 'other.example'] },
    'http://calendar.example:3000',
    "curl -H 'Host: calendar.example' http://127.0.0.1:3000/en",
  ],
  [
    'call no name of the machine where the service listens at an address of a network',
    'http://192.0.2.7:3000',
    { ALLOWED_HOSTS: ['localhost:81'] },
    'http://localhost:81',
    "curl -H 'Host: localhost:81' http://192.0.2.7:3000/en",
  ],
  [
    'call the host of PUBLIC_URL where hosts are listed',
    'http://127.0.0.1:3000',
    { ALLOWED_HOSTS: ['inner.example'], PUBLIC_URL: 'https://calendar.example/cal' },
    'https://calendar.example/cal',
    "curl -H 'Host: calendar.example' http://127.0.0.1:3000/en",
  ],
];

describe('The addresses that a start names', () => {
  for (const [title, listens, { ALLOWED_HOSTS, PUBLIC_URL }, root, curl] of CASES)
    it(title, () => {
      const found = openAddresses(listens, { ALLOWED_HOSTS, PUBLIC_URL });
      expect([found.root, found.curl('/en')]).to.deep.equal([root, curl]);
    });
});
