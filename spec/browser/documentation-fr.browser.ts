import { describeDocumentation } from './documentation';

describeDocumentation('fr');
