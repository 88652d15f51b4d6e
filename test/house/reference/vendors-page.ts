import { renderTables } from '../../model/vendors/vendor-table.ts';

export function renderVendors(): string {
  return [
    '# Names of vendors',
    '',
    'What each attribute and extension element of a vendor becomes, and which parts of BPMN 2.0 are not read. For everything marked *not run*, the rule [`vendor-feature-not-run`](rules.md#vendor-feature-not-run) warns at each element that has it. The last column names the source for the meaning, if there is one: a page of the documentation of the vendor, or a file of its repository (camunda/camunda-bpm-platform, camunda/zeebe, flowable/flowable-engine, Activiti/Activiti, kiegroup/jbpm; pages of Camunda 7 in camunda/camunda-docs-manual, of Camunda 8 in camunda/camunda-docs, of jBPM in kiegroup/kie-docs).',
    '',
    renderTables(),
  ].join('\n');
}
