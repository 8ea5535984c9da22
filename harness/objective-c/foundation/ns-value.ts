import { defineStandInClasses } from "../classes.ts";
import { NSObject } from "../ns-object.ts";

/** A number, a truth, or a struct in an object. */
export class NSValue extends NSObject {
  value: unknown = null;

  static holding(value: unknown): NSValue {
    const made = new this();
    made.value = value;
    return made;
  }

  static "+valueWithRect:"(value: unknown): NSValue {
    return this.holding(value);
  }

  static "+valueWithSize:"(value: unknown): NSValue {
    return this.holding(value);
  }

  static "+valueWithPoint:"(value: unknown): NSValue {
    return this.holding(value);
  }

  static "+valueWithRange:"(value: unknown): NSValue {
    return this.holding(value);
  }

  "-rectValue"(): unknown {
    return this.value;
  }

  "-sizeValue"(): unknown {
    return this.value;
  }

  "-pointValue"(): unknown {
    return this.value;
  }

  "-rangeValue"(): unknown {
    return this.value;
  }
}

export class NSNumber extends NSValue {
  static "+numberWithBool:"(value: boolean): NSValue {
    return this.holding(value);
  }

  static "+numberWithInt:"(value: number): NSValue {
    return this.holding(value);
  }

  static "+numberWithInteger:"(value: number): NSValue {
    return this.holding(value);
  }

  static "+numberWithUnsignedInteger:"(value: number): NSValue {
    return this.holding(value);
  }

  static "+numberWithDouble:"(value: number): NSValue {
    return this.holding(value);
  }

  "-boolValue"(): boolean {
    return Boolean(this.value);
  }

  "-intValue"(): number {
    return Math.trunc(Number(this.value));
  }

  "-integerValue"(): number {
    return Math.trunc(Number(this.value));
  }

  "-unsignedIntegerValue"(): number {
    return Math.trunc(Number(this.value));
  }

  "-unsignedIntValue"(): number {
    return Math.trunc(Number(this.value));
  }

  "-doubleValue"(): number {
    return Number(this.value);
  }
}

defineStandInClasses({ NSValue, NSNumber });
