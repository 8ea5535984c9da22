import { LinuxStage } from "../../test/native/linux-stage.ts";
export class AppleStage extends LinuxStage {}
