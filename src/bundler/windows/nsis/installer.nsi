; The installer of an app. What is the app's own comes from "app.nsh", which is made for each build:
;
;   PRODUCT VERSION VERSION_ORDER NUMERIC_VERSION PUBLISHER COPYRIGHT IDENTIFIER HOMEPAGE   texts
;   FILE_NAME           the product as the name of a file
;   NAME                the same, for a template that was written for older versions
;   BRANDING            the publisher as the text of a control
;   EXECUTABLE          the name of the app's executable
;   OUT                 the installer to make
;   TARGET              the kind of the installer's own executable, unless it is NSIS's usual one
;   ARCHITECTURE        x64 or arm64
;   INSTALL_MODE        currentUser, perMachine or both
;   COMPRESSION         of what is left to NSIS: zlib, bzip2, lzma or off
;   PACKED              there when the files of the app are packed already
;   ICON HEADER_IMAGE SIDEBAR_IMAGE LICENSE        files; each may be missing
;   LANGUAGE_SELECTOR REFUSE_DOWNGRADES            there or not
;   FIXED_RUNTIME       there when the app brings its own web engine, in the folder "webview"
;   WEBVIEW WEBVIEW_FILE WEBVIEW_ARGUMENTS         how the web engine is installed; WEBVIEW may be missing
;   UNINSTALLER_SIGNED_BY                          a command; may be missing
;   SIZE                what is installed, in KB
;   UNPACKING_SIZE      what is in the temporary folder meanwhile, in KB
;   VERSION_TEXTS       the version information of the installer's own executable; a macro
;   INSTALL_FILES REMOVE_FILES ASK_FOR_FILES LANGUAGES MESSAGES   macros
;   REGISTER UNREGISTER what the app opens, in the registry; macros
;   HOOKS HOOKS_FOLDER  the app's own macros, and where the file lies that they come from; may be missing
;
; Its options: /S installs without showing anything, /P shows only how far it is, /D=folder (last) says where, /R starts the
; app afterwards, /UPDATE neither makes nor removes shortcuts. In mode "both" also /CurrentUser and /AllUsers. The uninstaller takes
; /S, /P and /DELETEDATA.
;
; It ends with 0, with 1 when it is called off, with 2 when it refuses an older version, cannot close the app, has no room,
; or another program has a file of the app open, and with 3 when it has begun, and cannot put its files there.

Unicode true
!include "app.nsh"
; A macro of Util.nsh has "!ifndef ${NAME}${TYPE}_DEFINED", which fails with a lone quotation mark or "#".
!undef NAME
!ifdef TARGET
  Target "${TARGET}"
!endif
ManifestDPIAware true
ManifestSupportedOS Win10
!if "${COMPRESSION}" == "off"
  SetCompress off
!else ifdef PACKED
  ; Solid would be all in one, with the files that are packed already.
  SetCompressor "${COMPRESSION}"
!else
  SetCompressor /SOLID "${COMPRESSION}"
!endif
; A file that cannot be put there stops the installer, also when it is silent.
AllowSkipFiles off

!ifdef UNINSTALLER_SIGNED_BY
  !uninstfinalize '${UNINSTALLER_SIGNED_BY} "%1"' = 0
!endif

!include "MUI2.nsh"
!include "FileFunc.nsh"
!include "LogicLib.nsh"
!include "WordFunc.nsh"
!include "nsDialogs.nsh"
!include "Win\COM.nsh"
!include "Win\Propkey.nsh"
!include "Win\WinError.nsh"

!define UNINSTALL_KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\${IDENTIFIER}"
!define LANGUAGE_KEY "Software\${IDENTIFIER}"
!define CLIENTS_KEY "Microsoft\EdgeUpdate\Clients\{F3017226-FE2A-4295-8BDF-00C3A9A7E4C5}"

; What an uninstaller is told of the copy that it is to remove: older ones of mode "both" do not know by themselves.
!if "${INSTALL_MODE}" == "both"
  !define WHOSE_COPY "/$MultiUser.InstallMode"
!else
  !define WHOSE_COPY ""
!endif

Name "${PRODUCT}"
OutFile "${OUT}"
BrandingText "${BRANDING}"
VIProductVersion "${NUMERIC_VERSION}"
!insertmacro VERSION_TEXTS

!if "${INSTALL_MODE}" == "perMachine"
  RequestExecutionLevel admin
  !define USUAL_FOLDER "$PROGRAMFILES64\${FILE_NAME}"
  InstallDir "${USUAL_FOLDER}"
!else if "${INSTALL_MODE}" == "currentUser"
  RequestExecutionLevel user
  !define USUAL_FOLDER "$LOCALAPPDATA\${FILE_NAME}"
  InstallDir "${USUAL_FOLDER}"
!else
  !define MULTIUSER_MUI
  ; Who may choose all users must be one of the machine's administrators, so Windows asks before the choice.
  !define MULTIUSER_EXECUTIONLEVEL Admin
  !define MULTIUSER_INSTALLMODE_COMMANDLINE
  !define MULTIUSER_USE_PROGRAMFILES64
  !define MULTIUSER_INSTALLMODE_INSTDIR "${FILE_NAME}"
  !define MULTIUSER_INSTALLMODE_DEFAULT_REGISTRY_KEY "${UNINSTALL_KEY}"
  !define MULTIUSER_INSTALLMODE_DEFAULT_REGISTRY_VALUENAME "InstallMode"
  !define MULTIUSER_INSTALLMODE_INSTDIR_REGISTRY_KEY "${UNINSTALL_KEY}"
  !define MULTIUSER_INSTALLMODE_INSTDIR_REGISTRY_VALUENAME "InstallLocation"
  !define MULTIUSER_INSTALLMODE_FUNCTION InstallModeChosen
  !include "MultiUser.nsh"
!endif

Var IsPassive
Var IsUpdate
Var OlderPlace
Var WasOnDesktop
Var DeletesData
!if "${INSTALL_MODE}" == "both"
  Var WantedFolder
!endif
Var DeleteDataBox

; Pages -------------------------------------------------------------------------------------------------

!ifdef ICON
  !define MUI_ICON "${ICON}"
  !define MUI_UNICON "${ICON}"
!endif
!ifdef HEADER_IMAGE
  !define MUI_HEADERIMAGE
  !define MUI_HEADERIMAGE_BITMAP "${HEADER_IMAGE}"
!endif
!ifdef SIDEBAR_IMAGE
  !define MUI_WELCOMEFINISHPAGE_BITMAP "${SIDEBAR_IMAGE}"
  !define MUI_UNWELCOMEFINISHPAGE_BITMAP "${SIDEBAR_IMAGE}"
!endif
!define MUI_ABORTWARNING
!define MUI_LANGDLL_REGISTRY_ROOT HKCU
!define MUI_LANGDLL_REGISTRY_KEY "${LANGUAGE_KEY}"
!define MUI_LANGDLL_REGISTRY_VALUENAME "Installer Language"
; The language that was chosen last is proposed, also by the uninstaller.
!define MUI_LANGDLL_ALWAYSSHOW

!define MUI_PAGE_CUSTOMFUNCTION_PRE SkipIfPassive
!insertmacro MUI_PAGE_WELCOME
!ifdef LICENSE
  !define MUI_PAGE_CUSTOMFUNCTION_PRE SkipIfPassive
  !insertmacro MUI_PAGE_LICENSE "${LICENSE}"
!endif
!if "${INSTALL_MODE}" == "both"
  !define MUI_PAGE_CUSTOMFUNCTION_PRE SkipIfPassive
  !insertmacro MULTIUSER_PAGE_INSTALLMODE
!endif
!define MUI_PAGE_CUSTOMFUNCTION_PRE SkipIfPassive
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!define MUI_FINISHPAGE_RUN
!define MUI_FINISHPAGE_RUN_FUNCTION StartApp
!define MUI_FINISHPAGE_SHOWREADME
!define MUI_FINISHPAGE_SHOWREADME_TEXT "$(desktopShortcut)"
!define MUI_FINISHPAGE_SHOWREADME_FUNCTION PutOnDesktop
!define MUI_PAGE_CUSTOMFUNCTION_PRE SkipIfPassive
!insertmacro MUI_PAGE_FINISH

!define MUI_PAGE_CUSTOMFUNCTION_PRE un.SkipIfPassive
!define MUI_PAGE_CUSTOMFUNCTION_SHOW un.OfferToDeleteData
!define MUI_PAGE_CUSTOMFUNCTION_LEAVE un.ReadDeleteData
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES

; Macros of the app's own: NSIS_HOOK_PREINSTALL, NSIS_HOOK_POSTINSTALL, NSIS_HOOK_PREUNINSTALL, NSIS_HOOK_POSTUNINSTALL.
!ifdef HOOKS
  !include "${HOOKS}"
!endif
!macro RUN_HOOK name
  !ifmacrodef NSIS_HOOK_${name}
    !insertmacro NSIS_HOOK_${name}
  !endif
!macroend

!insertmacro LANGUAGES
!insertmacro MUI_RESERVEFILE_LANGDLL
!insertmacro MESSAGES

!macro SKIP_IF_PASSIVE un
  Function ${un}SkipIfPassive
    ${If} $IsPassive == 1
      Abort
    ${EndIf}
  FunctionEnd
!macroend
!insertmacro SKIP_IF_PASSIVE ""
!insertmacro SKIP_IF_PASSIVE "un."

; The command line ---------------------------------------------------------------------------------------

!macro HAS_OPTION option variable
  StrCpy ${variable} 0
  ${GetParameters} $R0
  ClearErrors
  ${GetOptions} $R0 "${option}" $R1
  ${IfNot} ${Errors}
    StrCpy ${variable} 1
  ${EndIf}
!macroend

Function .onInit
  SetRegView 64
  !insertmacro HAS_OPTION "/P" $IsPassive
  !insertmacro HAS_OPTION "/UPDATE" $IsUpdate
  ${If} $IsPassive == 1
    SetAutoClose true
  ${EndIf}
  !ifdef LANGUAGE_SELECTOR
    ${If} $IsPassive == 0
      !insertmacro MUI_LANGDLL_DISPLAY
    ${EndIf}
  !endif
  !if "${INSTALL_MODE}" == "both"
    ; Nothing, or a folder of the command line.
    StrCpy $WantedFolder $INSTDIR
    !insertmacro MULTIUSER_INIT
  !else
    ; A folder of the command line, which NSIS takes out of what is left of that, comes first.
    StrCpy $R0 0
    ${If} $INSTDIR == "${USUAL_FOLDER}"
      StrCpy $R0 1
    ${EndIf}
    !if "${INSTALL_MODE}" == "perMachine"
      SetShellVarContext all
    !else
      SetShellVarContext current
    !endif
    ; An update goes where the app is.
    ReadRegStr $0 SHCTX "${UNINSTALL_KEY}" "InstallLocation"
    ${If} $R0 == 1
    ${AndIf} $0 != ""
      StrCpy $INSTDIR $0
    ${EndIf}
    Call RefuseDowngrade
  !endif
FunctionEnd

!if "${INSTALL_MODE}" == "both"
  ; Called with the folder that NSIS proposes for the mode.
  Function InstallModeChosen
    SetRegView 64
    ${If} $WantedFolder != ""
      StrCpy $INSTDIR $WantedFolder
    ${EndIf}
  FunctionEnd
!endif

; Versions -----------------------------------------------------------------------------------------------

; The order of a version is a text that stands behind those of all lower ones.
Function RefuseDowngrade
  !ifdef REFUSE_DOWNGRADES
    ReadRegStr $0 SHCTX "${UNINSTALL_KEY}" "VersionOrder"
    ${If} $0 == ""
      Return
    ${EndIf}
    StrCpy $1 "${VERSION_ORDER}"
    System::Call 'msvcrt::wcscmp(w r0, w r1) i .r2 ? c'
    ${If} $2 > 0
      ReadRegStr $3 SHCTX "${UNINSTALL_KEY}" "DisplayVersion"
      ${IfNot} ${Silent}
      ${AndIf} $IsPassive == 0
        MessageBox MB_OK|MB_ICONSTOP "$(newerIsInstalled) ($3)"
      ${EndIf}
      SetErrorLevel 2
      Quit
    ${EndIf}
  !endif
FunctionEnd

; The app that runs --------------------------------------------------------------------------------------

; PROCESSENTRY32W: its own size, and then among other things the number of a process. The plugin leaves no gaps
; between fields.
!if "${NSIS_PTR_SIZE}" > 4
  !define PROCESS_ENTRY_NEW "(&l4, i, i, i, p, i, i, i, i, i, &w260, i)"
  !define PROCESS_ENTRY_READ "(i, i, i .r3, i, p, i, i, i, i, i, &w260)"
!else
  !define PROCESS_ENTRY_NEW "(&l4, i, i, p, i, i, i, i, i, &w260)"
  !define PROCESS_ENTRY_READ "(i, i, i .r3, p, i, i, i, i, i, &w260)"
!endif

; Ends what runs from the app's own file, by whatever path it was started: politely, and when that is not heard, without asking.
; Others of the same name go on.
!macro CLOSE_APP un
  ; Names the file at the path $6 in $7, by its disk and its number there: one file has many paths (short names, links, other
  ; cases). Nothing when it cannot be looked at.
  Function ${un}NameFile
    StrCpy $7 ""
    ; FILE_READ_ATTRIBUTES, with all that others may do, OPEN_EXISTING
    System::Call 'kernel32::CreateFileW(w r6, i 0x80, i 7, p 0, i 3, i 0, p 0) p .r5'
    ${If} $5 P= -1
      Return
    ${EndIf}
    ; BY_HANDLE_FILE_INFORMATION
    System::Call '*(i, i, i, i, i, i, i, i, i, i, i, i, i) p .r8'
    System::Call 'kernel32::GetFileInformationByHandle(p r5, p r8) i .r9'
    ${If} $9 <> 0
      System::Call '*$8(i, i, i, i, i, i, i, i .r9, i, i, i, i .r7, i .r4)'
      StrCpy $7 "$9 $7 $4"
    ${EndIf}
    System::Free $8
    System::Call 'kernel32::CloseHandle(p r5)'
  FunctionEnd

  ; How many run goes to $R9; with $R8 = 1 each is asked to close, with 2 it is ended.
  Function ${un}EachRunning
    StrCpy $R9 0
    StrCpy $6 "$INSTDIR\${EXECUTABLE}"
    Call ${un}NameFile
    StrCpy $R6 $7
    ${If} $R6 == ""
      Return
    ${EndIf}
    ; TH32CS_SNAPPROCESS
    System::Call 'kernel32::CreateToolhelp32Snapshot(i 2, i 0) p .r0'
    System::Call '*${PROCESS_ENTRY_NEW} p .r1'
    System::Call 'kernel32::Process32FirstW(p r0, p r1) i .r2'
    ${While} $2 <> 0
      System::Call '*$1${PROCESS_ENTRY_READ}'
      ; PROCESS_QUERY_LIMITED_INFORMATION
      System::Call 'kernel32::OpenProcess(i 0x1000, i 0, i r3) p .r5'
      ${If} $5 P<> 0
        System::Call 'kernel32::QueryFullProcessImageNameW(p r5, i 0, w .r6, *i ${NSIS_MAX_STRLEN}) i .r7'
        System::Call 'kernel32::CloseHandle(p r5)'
        ${If} $7 <> 0
          Call ${un}NameFile
        ${Else}
          StrCpy $7 ""
        ${EndIf}
        ${If} $7 == $R6
          IntOp $R9 $R9 + 1
          ${If} $R8 = 1
            nsExec::Exec '"$SYSDIR\taskkill.exe" /pid $3'
            Pop $7
          ${ElseIf} $R8 = 2
            nsExec::Exec '"$SYSDIR\taskkill.exe" /f /t /pid $3'
            Pop $7
          ${EndIf}
        ${EndIf}
      ${EndIf}
      System::Call 'kernel32::Process32NextW(p r0, p r1) i .r2'
    ${EndWhile}
    System::Free $1
    System::Call 'kernel32::CloseHandle(p r0)'
  FunctionEnd

  Function ${un}CloseApp
    StrCpy $R8 0
    Call ${un}EachRunning
    ${If} $R9 = 0
      Return
    ${EndIf}
    ${IfNot} ${Silent}
    ${AndIf} $IsPassive == 0
      ${If} ${Cmd} `MessageBox MB_OKCANCEL|MB_ICONEXCLAMATION "$(appIsRunning)" IDCANCEL`
        SetErrorLevel 1
        Quit
      ${EndIf}
    ${EndIf}
    StrCpy $R8 1
    Call ${un}EachRunning
    ; It may have something to save: ten seconds.
    StrCpy $R7 0
    StrCpy $R8 0
    ${DoWhile} $R9 > 0
      ${If} $R7 = 40
        StrCpy $R8 2
      ${ElseIf} $R7 > 80
        ${IfNot} ${Silent}
        ${AndIf} $IsPassive == 0
          MessageBox MB_OK|MB_ICONSTOP "$(appCannotBeClosed)"
        ${EndIf}
        SetErrorLevel 2
        Quit
      ${EndIf}
      Sleep 250
      IntOp $R7 $R7 + 1
      Call ${un}EachRunning
    ${Loop}
  FunctionEnd
!macroend
!insertmacro CLOSE_APP ""
!insertmacro CLOSE_APP "un."

; What can be tried again -----------------------------------------------------------------------------

; Says what is wrong in the system's own words, after what it is about and before what else is known; ends the installer unless it
; is to try again.
!macro ASK_AGAIN error about more
  ; FORMAT_MESSAGE_FROM_SYSTEM, FORMAT_MESSAGE_IGNORE_INSERTS
  System::Call 'kernel32::FormatMessageW(i 0x1200, p 0, i ${error}, i 0, w .r4, i ${NSIS_MAX_STRLEN}, p 0)'
  ${If} ${Cmd} `MessageBox MB_RETRYCANCEL|MB_ICONSTOP "${about}$4${more}" /SD IDCANCEL IDCANCEL`
    SetErrorLevel 2
    Quit
  ${EndIf}
!macroend

; Room ---------------------------------------------------------------------------------------------------

; An older version is removed only where this one has room: else nothing is touched. The system's own words say what is missing.
Function AskForRoom
  StrCpy $0 0
  ${If} $OlderPlace == $INSTDIR
    ReadRegDWORD $0 SHCTX "${UNINSTALL_KEY}" "EstimatedSize"
  ${EndIf}
  IntOp $0 "${SIZE}" - $0
  ; For the uninstaller, and what the disk itself needs.
  IntOp $0 $0 + 1024
  StrCpy $1 $INSTDIR
  StrCpy $2 $INSTDIR 2
  StrCpy $3 $TEMP 2
  ${If} $2 == $3
    IntOp $0 $0 + "${UNPACKING_SIZE}"
  ${EndIf}
  Call AskForRoomIn
  StrCpy $0 "${UNPACKING_SIZE}"
  StrCpy $1 $TEMP
  Call AskForRoomIn
FunctionEnd

; For $0 KB in the folder $1.
Function AskForRoomIn
  ${Do}
    System::Call 'kernel32::GetDiskFreeSpaceExW(w r1, *l .r2, p 0, p 0) i .r3'
    ${If} $3 = 0
      Return
    ${EndIf}
    System::Int64Op $2 / 1024
    Pop $2
    System::Int64Op $2 < $0
    Pop $3
    ${If} $3 = 0
      Return
    ${EndIf}
    !insertmacro ASK_AGAIN ${ERROR_DISK_FULL} "$1$\r$\n$\r$\n" ""
  ${Loop}
FunctionEnd

; Files that others have open ----------------------------------------------------------------------------

; RM_PROCESS_INFO: the number of a process and when it started, its name, and things that are not asked for.
!define HOLDER_BYTES 668
!define HOLDER_READ "(i .r8, l, &w256 .r9)"

; The programs that have the file $1 open, by the Restart Manager: a line for each in $5, with the number of its process. Nothing
; where Windows does not know, as for files that are open over a network.
; https://learn.microsoft.com/windows/win32/rstmgr/about-restart-manager
Function NameHolders
  StrCpy $5 ""
  System::Call '$SYSDIR\rstrtmgr.dll::RmStartSession(*i .r6, i 0, w .r7) i .r8'
  ${If} $8 != 0
    Return
  ${EndIf}
  System::Call '$SYSDIR\rstrtmgr.dll::RmRegisterResources(i r6, i 1, *w r1, i 0, p 0, i 0, p 0) i .r8'
  ; How many there are; without room for them it tells that alone.
  System::Call '$SYSDIR\rstrtmgr.dll::RmGetList(i r6, *i .r7, *i 0, p 0, *i 0) i .r8'
  ${If} $7 > 0
  ${AndIf} $7 <= 64
    IntOp $R0 $7 * ${HOLDER_BYTES}
    System::Alloc $R0
    Pop $R0
    System::Call '$SYSDIR\rstrtmgr.dll::RmGetList(i r6, *i 0, *i r7r7, p R0, *i 0) i .r8'
    ${If} $8 = 0
      StrCpy $R1 $R0
      ${While} $7 > 0
        System::Call '*$R1${HOLDER_READ}'
        StrCpy $5 "$5$\r$\n$9 ($8)"
        IntPtrOp $R1 $R1 + ${HOLDER_BYTES}
        IntOp $7 $7 - 1
      ${EndWhile}
    ${EndIf}
    System::Free $R0
  ${EndIf}
  System::Call '$SYSDIR\rstrtmgr.dll::RmEndSession(i r6) i .r8'
FunctionEnd

; They cannot be written over, and the app would be of two versions: they are asked for before anything is touched. What only
; looks through them lets go soon: five seconds for all, in $R7.
Function AskForFile
  Pop $1
  ${Do}
    ; GENERIC_WRITE, with all that others may do, OPEN_EXISTING
    System::Call 'kernel32::CreateFileW(w r1, i 0x40000000, i 7, p 0, i 3, i 0, p 0) p .r2 ?e'
    Pop $3
    ${If} $2 <> -1
      System::Call 'kernel32::CloseHandle(p r2)'
      Return
    ${EndIf}
    ${If} $3 <> ${ERROR_SHARING_VIOLATION}
      Return
    ${EndIf}
    ${If} $R7 < 20
      IntOp $R7 $R7 + 1
      Sleep 250
    ${Else}
      StrCpy $5 ""
      ${IfNot} ${Silent}
        Call NameHolders
      ${EndIf}
      !insertmacro ASK_AGAIN ${ERROR_SHARING_VIOLATION} "$1$\r$\n$\r$\n" $5
    ${EndIf}
  ${Loop}
FunctionEnd

; Installing ---------------------------------------------------------------------------------------------

!ifdef WEBVIEW
  Section "WebView"
    ; The machine's, then the user's. Installers of 32 bits write it, into their part of the registry.
    ReadRegStr $0 HKLM "SOFTWARE\WOW6432Node\${CLIENTS_KEY}" "pv"
    ${If} $0 == ""
    ${OrIf} $0 == "0.0.0.0"
      ReadRegStr $0 HKCU "SOFTWARE\${CLIENTS_KEY}" "pv"
    ${EndIf}
    ${If} $0 == ""
    ${OrIf} $0 == "0.0.0.0"
      InitPluginsDir
      StrCpy $1 "$PLUGINSDIR\webview.exe"
      !if "${WEBVIEW}" == "download"
        DetailPrint "$(webviewIsFetched)"
        System::Call '$SYSDIR\urlmon.dll::URLDownloadToFileW(p 0, w "${WEBVIEW_FILE}", w r1, i 0, p 0) i .r2'
      !else
        File "/oname=$PLUGINSDIR\webview.exe" "${WEBVIEW_FILE}"
        StrCpy $2 0
      !endif
      ${If} $2 = 0
        DetailPrint "$(webviewIsInstalled)"
        ExecWait '"$1" ${WEBVIEW_ARGUMENTS}' $2
      ${EndIf}
      ${If} $2 <> 0
        ; The app says so itself when it is started, and how to get it.
        DetailPrint "$(webviewFailed) ($2)"
      ${EndIf}
    ${EndIf}
  SectionEnd
!endif

Section "App"
  !if "${INSTALL_MODE}" == "both"
    Call RefuseDowngrade
  !endif
  ; What an older version had and this one has not is removed with it, also where that lies elsewhere: nobody else would.
  StrCpy $OlderPlace ""
  ReadRegStr $0 SHCTX "${UNINSTALL_KEY}" "InstallLocation"
  ${If} $0 != ""
  ${AndIf} ${FileExists} "$0\uninstall.exe"
    StrCpy $OlderPlace $0
    Call AskForRoom
    ${If} $OlderPlace != $INSTDIR
      Push $INSTDIR
      StrCpy $INSTDIR $OlderPlace
      Call CloseApp
      Pop $INSTDIR
    ${EndIf}
  ${EndIf}
  Call CloseApp
  StrCpy $R7 0
  !insertmacro ASK_FOR_FILES
  StrCpy $WasOnDesktop 0
  ${If} ${FileExists} "$DESKTOP\${FILE_NAME}.lnk"
    StrCpy $WasOnDesktop 1
  ${EndIf}
  !insertmacro RUN_HOOK PREINSTALL
  ; From here on what is there is not whole until the end.
  SetErrorLevel 3
  ${If} $OlderPlace != ""
    ; From where it is, and not from a copy, so that it is waited for.
    ExecWait '"$OlderPlace\uninstall.exe" /S /KEEPLINKS ${WHOSE_COPY} _?=$OlderPlace' $1
    ${If} $OlderPlace != $INSTDIR
      ; What runs cannot remove itself.
      Delete "$OlderPlace\uninstall.exe"
      RMDir "$OlderPlace"
    ${EndIf}
  ${EndIf}

  ClearErrors
  !insertmacro INSTALL_FILES
  !ifdef FIXED_RUNTIME
    ; Windows 10 lets the engine's sandbox read it only where this is granted. Where it cannot be, the app says so.
    nsExec::Exec '"$SYSDIR\icacls.exe" "$INSTDIR\webview" /grant *S-1-15-2-2:(OI)(CI)(RX) *S-1-15-2-1:(OI)(CI)(RX)'
    Pop $0
  !endif
  SetOutPath "$INSTDIR"
  WriteUninstaller "$INSTDIR\uninstall.exe"

  WriteRegStr SHCTX "${UNINSTALL_KEY}" "DisplayName" "${PRODUCT}"
  WriteRegStr SHCTX "${UNINSTALL_KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr SHCTX "${UNINSTALL_KEY}" "VersionOrder" "${VERSION_ORDER}"
  WriteRegStr SHCTX "${UNINSTALL_KEY}" "DisplayIcon" "$INSTDIR\${EXECUTABLE}"
  WriteRegStr SHCTX "${UNINSTALL_KEY}" "Publisher" "${PUBLISHER}"
  WriteRegStr SHCTX "${UNINSTALL_KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr SHCTX "${UNINSTALL_KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr SHCTX "${UNINSTALL_KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  !ifdef HOMEPAGE
    WriteRegStr SHCTX "${UNINSTALL_KEY}" "URLInfoAbout" "${HOMEPAGE}"
  !endif
  WriteRegDWORD SHCTX "${UNINSTALL_KEY}" "NoModify" 1
  WriteRegDWORD SHCTX "${UNINSTALL_KEY}" "NoRepair" 1
  WriteRegDWORD SHCTX "${UNINSTALL_KEY}" "EstimatedSize" ${SIZE}
  !if "${INSTALL_MODE}" == "both"
    WriteRegStr SHCTX "${UNINSTALL_KEY}" "InstallMode" $MultiUser.InstallMode
  !endif

  ${If} $IsUpdate == 0
    CreateShortcut "$SMPROGRAMS\${FILE_NAME}.lnk" "$INSTDIR\${EXECUTABLE}"
  ${EndIf}
  ; That of an update, too: an older version may have made it without.
  Push "$SMPROGRAMS\${FILE_NAME}.lnk"
  Call IdentifyShortcut
  ${If} $WasOnDesktop == 1
    Call PutOnDesktop
  ${EndIf}

  !insertmacro REGISTER
  !insertmacro RUN_HOOK POSTINSTALL

  SetErrorLevel 0
  ${If} ${Silent}
  ${OrIf} $IsPassive == 1
    !insertmacro HAS_OPTION "/R" $0
    ${If} $0 == 1
      Call StartApp
    ${EndIf}
  ${EndIf}
SectionEnd

Function PutOnDesktop
  CreateShortcut "$DESKTOP\${FILE_NAME}.lnk" "$INSTDIR\${EXECUTABLE}"
  Push "$DESKTOP\${FILE_NAME}.lnk"
  Call IdentifyShortcut
FunctionEnd

; Gives a shortcut the app's identifier (its AppUserModelID), as the app gives it to its windows: without it a pinned
; shortcut and the window that it opens are two in the taskbar. A shortcut that cannot take it stays as it is.
; https://learn.microsoft.com/windows/win32/shell/appids
Function IdentifyShortcut
  Exch $0
  Push $1
  Push $2
  Push $3
  Push $4
  Push $5
  !insertmacro ComHlpr_CreateInProcInstance ${CLSID_ShellLink} ${IID_IPersistFile} r1 ""
  ${If} $1 P<> 0
    ${IPersistFile::Load} $1 "(r0, ${STGM_READWRITE}).r2"
    ${If} $2 == 0
      ${IUnknown::QueryInterface} $1 '("${IID_IPropertyStore}", .r2)'
      ${If} $2 P<> 0
        System::Call '*${SYSSTRUCT_PROPERTYKEY}(${PKEY_AppUserModel_ID}) p .r3'
        System::Call '*(&w${NSIS_MAX_STRLEN} "${IDENTIFIER}") p .r4'
        System::Call '*${SYSSTRUCT_PROPVARIANT} p .r5'
        System::Call '*$5(&i2 ${VT_LPWSTR}, &i6 0, p r4)'
        ${IPropertyStore::SetValue} $2 "(r3, r5)"
        System::Free $5
        System::Free $4
        System::Free $3
        ${IPropertyStore::Commit} $2 ""
        ${IUnknown::Release} $2 ""
        ${IPersistFile::Save} $1 "(r0, 1)"
      ${EndIf}
    ${EndIf}
    ${IUnknown::Release} $1 ""
  ${EndIf}
  Pop $5
  Pop $4
  Pop $3
  Pop $2
  Pop $1
  Pop $0
FunctionEnd

Function StartApp
  !if "${INSTALL_MODE}" == "currentUser"
    Exec "$\"$INSTDIR\${EXECUTABLE}$\""
  !else
    ; By the desktop, which has the rights of the user and not those of an installer.
    Exec '"$WINDIR\explorer.exe" "$INSTDIR\${EXECUTABLE}"'
  !endif
FunctionEnd

; Removing -----------------------------------------------------------------------------------------------

Function un.onInit
  SetRegView 64
  !insertmacro HAS_OPTION "/P" $IsPassive
  !insertmacro HAS_OPTION "/DELETEDATA" $DeletesData
  ${If} $IsPassive == 1
    SetAutoClose true
  ${EndIf}
  !ifdef LANGUAGE_SELECTOR
    ${If} $IsPassive == 0
      !insertmacro MUI_LANGDLL_DISPLAY
    ${Else}
      ReadRegStr $0 HKCU "${LANGUAGE_KEY}" "Installer Language"
      ${If} $0 != ""
        StrCpy $LANGUAGE $0
      ${EndIf}
    ${EndIf}
  !endif
  !if "${INSTALL_MODE}" == "both"
    ; NSIS looks for a copy of all users first, and goes to its folder. Meant is the one that this uninstaller lies in.
    Push $INSTDIR
    !insertmacro MULTIUSER_UNINIT
    Pop $0
    ReadRegStr $1 HKCU "${UNINSTALL_KEY}" "InstallLocation"
    ReadRegStr $2 HKLM "${UNINSTALL_KEY}" "InstallLocation"
    ${If} $1 == $0
      Call un.MultiUser.InstallMode.CurrentUser
    ${ElseIf} $2 == $0
      Call un.MultiUser.InstallMode.AllUsers
    ${EndIf}
    StrCpy $INSTDIR $0
  !else if "${INSTALL_MODE}" == "perMachine"
    SetShellVarContext all
  !else
    SetShellVarContext current
  !endif
FunctionEnd

Function un.OfferToDeleteData
  ${NSD_CreateCheckBox} 0 -16u 100% 12u "$(deleteData)"
  Pop $DeleteDataBox
FunctionEnd

Function un.ReadDeleteData
  ${NSD_GetState} $DeleteDataBox $DeletesData
FunctionEnd

; What the user pinned to the taskbar or to the start menu goes with the shortcut, which has to be there until then.
; https://learn.microsoft.com/windows/win32/api/shobjidl_core/nf-shobjidl_core-istartmenupinnedlist-removefromlist
!macro REMOVE_SHORTCUT path
  !insertmacro ComHlpr_CreateInProcInstance ${CLSID_StartMenuPin} ${IID_IStartMenuPinnedList} r1 ""
  ${If} $1 P<> 0
    System::Call 'shell32::SHCreateItemFromParsingName(w "${path}", p 0, g "${IID_IShellItem}", *p .r2)'
    ${If} $2 P<> 0
      ${IStartMenuPinnedList::RemoveFromList} $1 "(r2)"
      ${IUnknown::Release} $2 ""
    ${EndIf}
    ${IUnknown::Release} $1 ""
  ${EndIf}
  Delete "${path}"
!macroend

Section "Uninstall"
  Call un.CloseApp
  ; What is removed for an update is not gone, and runs no hooks.
  !insertmacro HAS_OPTION "/KEEPLINKS" $0
  ${If} $0 == 0
    !insertmacro RUN_HOOK PREUNINSTALL
    ; A hook may have used it.
    StrCpy $0 0
  ${EndIf}
  !insertmacro UNREGISTER
  !insertmacro REMOVE_FILES
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  ${If} $0 == 0
    !insertmacro REMOVE_SHORTCUT "$SMPROGRAMS\${FILE_NAME}.lnk"
    !insertmacro REMOVE_SHORTCUT "$DESKTOP\${FILE_NAME}.lnk"
    DeleteRegKey SHCTX "${UNINSTALL_KEY}"
    DeleteRegKey HKCU "${LANGUAGE_KEY}"
    ; What starts the app at login (framework-plugin-autostart), and what the user has said to that in the settings.
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "${FILE_NAME}"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "${FILE_NAME}"
    !insertmacro RUN_HOOK POSTUNINSTALL
  ${EndIf}
  ${If} $DeletesData == 1
    ; The user's own, whoever the app was installed for.
    SetShellVarContext current
    RMDir /r "$APPDATA\${IDENTIFIER}"
    RMDir /r "$LOCALAPPDATA\${IDENTIFIER}"
  ${EndIf}
SectionEnd
