import { CATALOGUES, type TextName } from '../../src/index.ts';
import { TEXT_USES } from '../../src/texts/catalogue.ts';

/** The table of all texts in `src/texts/README.md`. */
export function renderTexts(): string {
  const locales = Object.keys(CATALOGUES);
  const rows = (Object.keys(TEXT_USES) as TextName[]).map((name) =>
    [`\`${name}\``, TEXT_USES[name].where, holds(name), ...Object.values(CATALOGUES).map((texts) => texts[name])].join(
      ' | ',
    ),
  );
  return [
    `| name | where | holds | ${locales.map((locale) => `\`${locale}\``).join(' | ')} |`,
    `|---|---|---|${locales.map(() => '---|').join('')}`,
    ...rows.map((row) => `| ${row} |`),
  ].join('\n');
}

function holds(name: TextName): string {
  return TEXT_USES[name].values
    .map((value) => (value.endsWith('?') ? `\`{${value.slice(0, -1)}}\` or not` : `\`{${value}}\``))
    .join(', ');
}
