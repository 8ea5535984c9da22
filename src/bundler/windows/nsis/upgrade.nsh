; How an installer takes an older version's place in a folder. All that takes time or room is done in a folder of its own, and
; then files and folders are renamed:
;
;   new       this version, unpacked. Without the others: the older version is whole, and this one is thrown away
;   leaving   what the folder held, while it is moved there: it belongs back
;   left      all that it held: the newer version is whole, and takes its place
;
; So who is ended in the middle leaves what the next one can finish or take back.
!define UPGRADE "~upgrade"

!macro END_UPGRADE un
  ; Moves what is in $R0 to $R1. Where both have a folder, what is in it; where both have a file, that of $R1 stays.
  Function ${un}MoveInto
    Push $R2
    Push $R3
    CreateDirectory "$R1"
    FindFirst $R2 $R3 "$R0\*.*"
    ${While} $R3 != ""
      ${If} $R3 == "."
      ${OrIf} $R3 == ".."
        Nop
      ${ElseIf} ${FileExists} "$R0\$R3\*.*"
      ${AndIf} ${FileExists} "$R1\$R3\*.*"
        Push $R0
        Push $R1
        StrCpy $R0 "$R0\$R3"
        StrCpy $R1 "$R1\$R3"
        Call ${un}MoveInto
        Pop $R1
        Pop $R0
      ${ElseIf} ${FileExists} "$R1\$R3"
        ClearErrors
        Delete "$R0\$R3"
        ${If} ${Errors}
          ; A library that a program has loaded can be renamed and not removed. The next one will.
          GetTempFileName $R4 "$INSTDIR\${UPGRADE}"
          Delete "$R4"
          Rename "$R0\$R3" "$R4"
        ${EndIf}
      ${Else}
        Rename "$R0\$R3" "$R1\$R3"
      ${EndIf}
      FindNext $R2 $R3
    ${EndWhile}
    FindClose $R2
    RMDir "$R0"
    Pop $R3
    Pop $R2
  FunctionEnd

  ; Finishes an upgrade whose version is whole, and takes any other back.
  Function ${un}EndUpgrade
    ${IfNot} ${FileExists} "$INSTDIR\${UPGRADE}\*.*"
      Return
    ${EndIf}
    StrCpy $R1 "$INSTDIR"
    ${If} ${FileExists} "$INSTDIR\${UPGRADE}\left\*.*"
      StrCpy $R0 "$INSTDIR\${UPGRADE}\new"
      Call ${un}MoveInto
      ; It knows what was its own. From where it is, and not from a copy, so that it is waited for.
      ExecWait '"$INSTDIR\${UPGRADE}\left\uninstall.exe" /S /KEEPLINKS _?=$INSTDIR\${UPGRADE}\left' $R4
      Delete "$INSTDIR\${UPGRADE}\left\uninstall.exe"
      StrCpy $R0 "$INSTDIR\${UPGRADE}\left"
    ${Else}
      RMDir /r "$INSTDIR\${UPGRADE}\new"
      StrCpy $R0 "$INSTDIR\${UPGRADE}\leaving"
    ${EndIf}
    ; What remains is the user's.
    Call ${un}MoveInto
    Delete "$INSTDIR\${UPGRADE}\*.tmp"
    RMDir "$INSTDIR\${UPGRADE}"
  FunctionEnd
!macroend
!insertmacro END_UPGRADE ""
!insertmacro END_UPGRADE "un."

; $0 becomes what could not be moved although this version has it, too.
Function MoveAside
  StrCpy $0 ""
  CreateDirectory "$INSTDIR\${UPGRADE}\leaving"
  FindFirst $R2 $R3 "$INSTDIR\*.*"
  ${While} $R3 != ""
    ${If} $R3 != "."
    ${AndIf} $R3 != ".."
    ${AndIf} $R3 != "${UPGRADE}"
      ClearErrors
      Rename "$INSTDIR\$R3" "$INSTDIR\${UPGRADE}\leaving\$R3"
      ${If} ${Errors}
      ${AndIf} ${FileExists} "$INSTDIR\${UPGRADE}\new\$R3"
        StrCpy $0 "$INSTDIR\$R3"
      ${EndIf}
    ${EndIf}
    FindNext $R2 $R3
  ${EndWhile}
  FindClose $R2
  ${If} $0 == ""
    ClearErrors
    Rename "$INSTDIR\${UPGRADE}\leaving" "$INSTDIR\${UPGRADE}\left"
    ${If} ${Errors}
      StrCpy $0 "$INSTDIR\${UPGRADE}\leaving"
    ${EndIf}
  ${EndIf}
  ${If} $0 != ""
    StrCpy $R0 "$INSTDIR\${UPGRADE}\leaving"
    StrCpy $R1 "$INSTDIR"
    Call MoveInto
  ${EndIf}
FunctionEnd

; Puts this version there, which lies beside it. Who looks at files of either, as scanners do, has five seconds to end.
Function TakePlace
  StrCpy $R5 0
  ${Do}
    Call MoveAside
    ${If} $0 == ""
      ${Break}
    ${EndIf}
    Call WaitOrAsk
  ${Loop}
  StrCpy $R5 0
  ${Do}
    StrCpy $R0 "$INSTDIR\${UPGRADE}\new"
    StrCpy $R1 "$INSTDIR"
    Call MoveInto
    ${IfNot} ${FileExists} "$INSTDIR\${UPGRADE}\new\*.*"
      ${Break}
    ${EndIf}
    StrCpy $0 "$INSTDIR\${UPGRADE}\new"
    Call WaitOrAsk
  ${Loop}
  Call EndUpgrade
FunctionEnd

; What $0 names is in the way: for the $R5th time.
Function WaitOrAsk
  IntOp $R5 $R5 + 1
  ${If} $R5 < 20
    Sleep 250
    Return
  ${EndIf}
  StrCpy $R5 0
  ${IfNot} ${Cmd} `MessageBox MB_RETRYCANCEL|MB_ICONSTOP "$(^FileError_NoIgnore)" /SD IDCANCEL IDRETRY`
    SetErrorLevel 2
    Abort "$0"
  ${EndIf}
FunctionEnd

; An upgrade that fails leaves the older version as it was.
Function .onInstFailed
  ${If} $UpgradeOf == ""
    Return
  ${EndIf}
  StrCpy $INSTDIR $UpgradeOf
  SetOutPath "$INSTDIR"
  ${If} ${FileExists} "$INSTDIR\${UPGRADE}\left\*.*"
    !insertmacro REMOVE_FILES
    Delete "$INSTDIR\uninstall.exe"
    Rename "$INSTDIR\${UPGRADE}\left" "$INSTDIR\${UPGRADE}\leaving"
  ${EndIf}
  Call EndUpgrade
FunctionEnd
