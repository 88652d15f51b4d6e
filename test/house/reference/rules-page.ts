import { DEPLOYMENT_RULES, FILE_SUBJECTS, PREPARE_RULES, type RuleFacts, SUBJECTS } from '../../support/inner/model.ts';

const withNames = (rules: Readonly<Record<string, Omit<RuleFacts, 'name'>>>) =>
  Object.entries(rules).map(([name, facts]) => ({ name, ...facts }));

function renderSubject(title: string, rules: readonly RuleFacts[]): readonly string[] {
  return [
    `## ${title}`,
    '',
    '| rule | severity | what it says | what to do |',
    '|---|---|---|---|',
    ...rules.map(
      ({ name, severity, guess, says, remedy }) =>
        `| <a id="${name}"></a>\`${name}\` | ${severity}${guess ? ', a guess' : ''} | ${inCell(says)} | ${inCell(remedy)} |`,
    ),
    '',
  ];
}

/** Angle brackets outside of code would be taken for HTML. */
function inCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/`[^`]*`|</g, (part) => (part === '<' ? '\\<' : part));
}

export function renderRules(): string {
  const subjects = Object.entries({ ...FILE_SUBJECTS, ...SUBJECTS });
  return [
    '# Rules',
    '',
    'What `bridge.deploy` and `bpmn-transaction-bridge lint` say of a diagram. An error refuses it; a warning says what will not run as drawn. A warning that is a guess (`guess: true`) is an error with `strict`. Each problem names the element, the reason and the remedy.',
    '',
    ...subjects.flatMap(([title, rules]) => renderSubject(title, rules)),
    ...renderSubject('Calls, links and pools', withNames(PREPARE_RULES)),
    ...renderSubject('The deployment', withNames(DEPLOYMENT_RULES)),
    '`stand-in-not-member` is reported only by `bridge.deploy`, which can ask your `identity`.',
  ].join('\n');
}
