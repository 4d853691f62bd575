import { describeDocumentation } from './documentation';

describeDocumentation('en');
