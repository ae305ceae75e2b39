package io.github.sessionsurvival;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.greaterThan;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import io.github.sessionsurvival.steps.CurrentRun;
import org.junit.jupiter.api.Test;

/** The rooms and their one direction (docs/map.md), held against the code. */
final class RoomsTest {

    private static final String ROOT = "io.github.sessionsurvival.";

    /** The product's own classes, from where one of them was loaded: looking through every library takes as long again. */
    private static final JavaClasses CODE = new ClassFileImporter()
            .importUrl(CurrentRun.class.getProtectionDomain().getCodeSource().getLocation());

    @Test
    void allRoomsAreLookedAt() {
        assertThat(CODE.size(), greaterThan(400));
    }

    @Test
    void wireImportsNoOtherRoom() {
        room("wire").mayUse().check(CODE);
    }

    @Test
    void clientUsesWireOnly() {
        room("client").mayUse("wire").check(CODE);
    }

    @Test
    void platformUsesWireOnly() {
        room("platform").mayUse("wire").check(CODE);
    }

    @Test
    void targetUsesWireOnly() {
        room("target").mayUse("wire").check(CODE);
    }

    @Test
    void verdictUsesWireOnly() {
        room("verdict").mayUse("wire").check(CODE);
    }

    @Test
    void reportUsesVerdictAndWire() {
        room("report").mayUse("verdict", "wire").check(CODE);
    }

    @Test
    void stepsKnowNeitherPlatformNorReport() {
        room("steps").mayUse("wire", "client", "target", "verdict").check(CODE);
    }

    /** Server and matcher must not share the constant, or a typo in it would pass (RST-01). */
    @Test
    void platformDoesNotKnowTheMatcher() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + "platform..")
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName(ROOT + "wire.RestartAnswer")
                .check(CODE);
    }

    @Test
    void cucumberStaysInStepsReportAndCli() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        ROOT + "wire..", ROOT + "client..", ROOT + "platform..", ROOT + "target..", ROOT + "verdict..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.cucumber..", "org.junit..", "org.opentest4j..")
                .check(CODE);
    }

    @Test
    void onlyTheWaiterSleeps() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName(ROOT + "client.SystemWaiter")
                .should()
                .callMethod(Thread.class, "sleep", long.class)
                .orShould()
                .callMethod(Thread.class, "sleep", long.class, int.class)
                .orShould()
                .callMethod(Thread.class, "sleep", java.time.Duration.class)
                .orShould()
                .callMethod(java.util.concurrent.TimeUnit.class, "sleep", long.class)
                .check(CODE);
    }

    @Test
    void onlyTheTargetRoomReadsEnvironmentAndProperties() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + "target..")
                .should()
                .callMethod(System.class, "getenv")
                .orShould()
                .callMethod(System.class, "getenv", String.class)
                .orShould()
                .callMethod(System.class, "getProperty", String.class)
                .orShould()
                .callMethod(System.class, "getProperty", String.class, String.class)
                .check(CODE);
    }

    /** The platform and the command line are told apart: only the command line (and the suite class) starts one. */
    @Test
    void onlyTheCommandLineStartsThePlatform() {
        classes()
                .that(resideInAnyPackage(ROOT + "platform.."))
                .should()
                .onlyBeAccessed()
                .byAnyPackage(ROOT + "platform..", ROOT + "cli..")
                .check(CODE);
    }

    @Test
    void noStaticStateButTheCurrentRun() {
        fields().that()
                .areStatic()
                .and()
                .areDeclaredInClassesThat()
                .doNotHaveFullyQualifiedName(CurrentRun.class.getName())
                .should()
                .beFinal()
                .check(CODE);
    }

    @Test
    void namesAreNounsOfTheGlossary() {
        noClasses()
                .should()
                .haveSimpleNameEndingWith("Manager")
                .orShould()
                .haveSimpleNameEndingWith("Helper")
                .orShould()
                .haveSimpleNameEndingWith("Util")
                .orShould()
                .haveSimpleNameEndingWith("Utils")
                .orShould()
                .haveSimpleNameEndingWith("Impl")
                .orShould()
                .haveSimpleNameStartingWith("Abstract")
                .orShould()
                .haveSimpleNameEndingWith("Base")
                .check(CODE);
    }

    @Test
    void classesAreFinalRecordsInterfacesOrSealed() {
        classes()
                .that()
                .areTopLevelClasses()
                .and()
                .areNotInterfaces()
                .and()
                .areNotEnums()
                .should()
                .haveModifier(JavaModifier.FINAL)
                .check(CODE);
    }

    private static Room room(String name) {
        return new Room(name);
    }

    private record Room(String name) {
        ArchRule mayUse(String... others) {
            String[] forbidden = java.util.stream.Stream.of(
                            "wire", "client", "target", "platform", "steps", "verdict", "report", "cli")
                    .filter(r -> !r.equals(name) && !java.util.List.of(others).contains(r))
                    .map(r -> ROOT + r + "..")
                    .toArray(String[]::new);
            return noClasses()
                    .that()
                    .resideInAPackage(ROOT + name + "..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(forbidden);
        }
    }
}
