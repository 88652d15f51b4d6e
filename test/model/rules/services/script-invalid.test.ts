import { expect, test } from 'vitest';
import { fileWith, node, scriptTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'script-invalid';

test('a script task without a script is passed through', async () => {
  const xml = fileWith(node('scriptTask', 'a', { attributes: { scriptFormat: 'javascript' } }));
  expect(await findProblems(xml, rule)).toEqual([
    'warning a: The script task "a" has no script, so a token passes straight through it.',
  ]);
});

test('a script whose language is not said has that of its vendor, and is not quoted', async () => {
  const xml = fileWith(node('scriptTask', 'a', { content: '<script>secret()</script>' }));
  expect(await findProblems(xml, rule)).toEqual([
    'warning a: The script task "a" does not say which language its script is in: it is treated as juel, as in its own engine.',
  ]);
  const nobodys = xml.replaceAll(/xmlns:(camunda|flowable|activiti)="[^"]*"/g, '');
  expect(await findProblems(nobodys, rule)).toEqual([
    'warning a: The script task "a" does not say which language its script is in: it is passed to the function for scripts without a language.',
  ]);
});

test('a script in another file is warned of by the name of that file', async () => {
  const attributes = { scriptFormat: 'groovy', 'camunda:resource': 'deployment://sum.groovy' };
  expect(await findProblems(fileWith(node('scriptTask', 'a', { attributes })), rule)).toEqual([
    'warning a: The script task "a" has its script in another file, deployment://sum.groovy, which is not deployed with the diagram.',
  ]);
});

test('a script in the diagram, an expression and a named service are fine', async () => {
  const expression = node('scriptTask', 'a', {
    extensions: '<zeebe:script expression="=1 + 1" resultVariable="sum"/>',
  });
  const worker = node('scriptTask', 'a', { extensions: '<zeebe:taskDefinition type="script"/>' });
  for (const each of [scriptTask('a', '1 + 1'), expression, worker]) {
    expect(await findProblems(fileWith(each), rule)).toEqual([]);
    expect(await findProblems(fileWith(each), 'service-without-name')).toEqual([]);
    expect(await findProblems(fileWith(each), 'vendor-feature-not-run')).toEqual([]);
  }
});
