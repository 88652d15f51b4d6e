export { createCompany, type DemoLanguage } from '../../../src/cli/demo/company.ts';
export { createDemoBridge, DEMO_APP_ID } from '../../../src/cli/demo/demo-bridge.ts';
export { answerDemo } from '../../../src/cli/demo/demo-pages.ts';
export { readProcesses } from '../../../src/cli/demo/start-demo.ts';
export { type DemoWorld, startDemoMatters } from '../../../src/cli/demo/start-demo-matters.ts';
export { runProgram } from '../../../src/cli/run-program.ts';
