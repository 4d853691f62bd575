import { type Html, html, type Part } from '../../html';
import type { Text } from '../../language';
import type { PageRequest } from './page-request';

/** A description list of facts. Empty ones are left out. */
export const factsList = ({ language }: PageRequest, facts: readonly (readonly [Text, Part])[]): Html | undefined => {
  const known = facts.filter(([, value]) => value !== undefined && value !== '' && value !== false);
  return known.length === 0
    ? undefined
    : html`<dl>${known.map(([name, value]) => html`<dt>${name[language]}</dt><dd>${value}</dd>\n`)}</dl>\n`;
};
