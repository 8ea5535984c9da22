/**
 * Describes a scheduled task of Windows that installs an update without asking for permission. It
 * runs the installer that the app's updater has downloaded and verified, and only for members of
 * the administrators, who could install it themselves.
 */
export function updateTask(identifier: string): Buffer {
  const installer = `%LOCALAPPDATA%\\${identifier}\\private\\.updates\\update.msi`;
  const text = `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo>
    <URI>\\${identifier} update</URI>
  </RegistrationInfo>
  <Principals>
    <Principal id="Author">
      <GroupId>S-1-5-32-544</GroupId>
      <RunLevel>HighestAvailable</RunLevel>
    </Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <AllowStartOnDemand>true</AllowStartOnDemand>
    <Enabled>true</Enabled>
    <ExecutionTimeLimit>PT1H</ExecutionTimeLimit>
  </Settings>
  <Actions Context="Author">
    <Exec>
      <Command>%SystemRoot%\\System32\\msiexec.exe</Command>
      <Arguments>/i "${installer}" /passive AUTOLAUNCHAPP=desktop</Arguments>
    </Exec>
  </Actions>
</Task>
`;
  return Buffer.from(`\ufeff${text.replaceAll("\n", "\r\n")}`, "utf16le");
}
