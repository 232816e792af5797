; The installer for Windows, for Inno Setup 6.3 or newer:
;
;     python packaging\dev.py package folder
;     iscc packaging\windows\privacy-explorer.iss
;
; It installs for one person, without an administrator. To sign the installer, name a sign tool in Inno Setup
; and add /DSign=NAME. Not tried here: it is written for Windows alone.

#define Name "Privacy Explorer"
#define Command "privacy-explorer"
#define Root "..\.."
#define Handle FileOpen(Root + "\explorer\__init__.py")
#define Version ""
#sub ReadVersion
  #define Line FileRead(Handle)
  #if Pos("__version__", Line) > 0
    #expr Version = Copy(Line, Pos('"', Line) + 1, RPos('"', Line) - Pos('"', Line) - 1)
  #endif
#endsub
#for {0; !FileEof(Handle); 0} ReadVersion
#expr FileClose(Handle)

[Setup]
AppId={{6C1D4E0B-2C0E-4D8B-9C57-3B0C2B1B7A55}
AppName={#Name}
AppVersion={#Version}
AppPublisher=Privacy Explorer contributors
DefaultDirName={autopf}\{#Name}
DefaultGroupName={#Name}
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
LicenseFile={#Root}\LICENSE
OutputDir={#Root}\dist
OutputBaseFilename={#Command}-{#Version}-setup
SetupIconFile={#Root}\dist\icons\{#Command}.ico
UninstallDisplayIcon={app}\{#Command}.exe
Compression=lzma2/max
SolidCompression=yes
WizardStyle=modern
ChangesEnvironment=yes
CloseApplications=yes
#ifdef Sign
SignTool={#Sign}
#endif

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"

[Tasks]
Name: "desktop"; Description: "{cm:CreateDesktopIcon}"; Flags: unchecked
Name: "path"; Description: "Find {#Command} in a terminal (adds its folder to PATH)"; Flags: unchecked

; What an earlier version had and this one lacks would be found by the program: its libraries go first.
[InstallDelete]
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "{#Root}\dist\{#Command}\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion

[Icons]
Name: "{autoprograms}\{#Name}"; Filename: "{app}\{#Command}.exe"
Name: "{autodesktop}\{#Name}"; Filename: "{app}\{#Command}.exe"; Tasks: desktop

[Registry]
Root: HKCU; Subkey: "Environment"; ValueType: expandsz; ValueName: "Path"; ValueData: "{olddata};{app}"; \
  Tasks: path; Check: not OnPath('{app}')

[Run]
Filename: "{app}\{#Command}.exe"; Description: "{cm:LaunchProgram,{#Name}}"; Flags: nowait postinstall skipifsilent

[Code]
function OnPath(Folder: string): Boolean;
var
  Path: string;
begin
  if not RegQueryStringValue(HKCU, 'Environment', 'Path', Path) then
    Path := '';
  Result := Pos(';' + Uppercase(ExpandConstant(Folder)) + ';', ';' + Uppercase(Path) + ';') > 0;
end;

// Takes the program's folder out of PATH again; what else stands there stays as it is.
procedure CurUninstallStepChanged(Step: TUninstallStep);
var
  Path, Entry: string;
  Place: Integer;
begin
  if (Step <> usPostUninstall) or not RegQueryStringValue(HKCU, 'Environment', 'Path', Path) then
    Exit;
  Entry := ';' + ExpandConstant('{app}');
  Place := Pos(Uppercase(Entry) + ';', Uppercase(Path) + ';');
  if Place > 0 then
  begin
    Delete(Path, Place, Length(Entry));
    RegWriteExpandStringValue(HKCU, 'Environment', 'Path', Path);
  end;
end;
